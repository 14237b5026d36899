package io.mosql.engine.account;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.privilege.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An internal session of the node with all privileges. Not thread-safe. */
public final class SystemSession implements AutoCloseable {
  /** The account name of the server itself. */
  private static final String SERVER = "mosql";

  /** Reads on a follower return the state known there. */
  private static final Map<SessionProperty, String> CONSISTENCY =
      Map.of(SessionProperty.READ_CONSISTENCY, "session");

  private final Session session;
  private boolean inTransaction;

  public SystemSession(OpenDatabase database) {
    this.session = database.connect(CONSISTENCY, Principal.trusted(SERVER), () -> {});
  }

  /** Executes a modification; returns the number of rows. */
  public long change(String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      return ((StatementResult.Update)
              session.execute(statement, parameters, ExecutionOptions.DEFAULT))
          .updateCount();
    }
  }

  /** Inserts a row; returns its generated number. */
  long insert(String sql, @Nullable Object... parameters) {
    ExecutionOptions options = new ExecutionOptions(0, 0, List.of());
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      StatementResult.Update result =
          (StatementResult.Update) session.execute(statement, parameters, options);
      InvariantViolation.check(
          result.generatedKeys().size() == 1,
          "an insert of one row generates one number",
          result.generatedKeys().size(),
          1);
      return (Long) result.generatedKeys().get(0)[0];
    }
  }

  /** Executes a query and returns all rows. */
  public List<@Nullable Object[]> query(String sql) {
    List<@Nullable Object[]> all = new ArrayList<>();
    try (PreparedStatementHandle statement = session.prepare(sql, List.of());
        StatementResult.Rows rows =
            (StatementResult.Rows)
                session.execute(statement, new Object[0], ExecutionOptions.DEFAULT)) {
      while (rows.next()) {
        all.add(rows.row().clone());
      }
    }
    return all;
  }

  /** Runs an action as one transaction. */
  void inTransaction(Runnable work) {
    InvariantViolation.check(!inTransaction, "transactions of an internal session do not nest");
    inTransaction = true;
    try {
      session.setAutoCommit(false);
      work.run();
      session.commit();
    } finally {
      endTransaction();
    }
  }

  private void endTransaction() {
    inTransaction = false;
    try {
      session.rollback();
      session.setAutoCommit(true);
    } catch (MosqlException e) {
      // The database is being closed; a committed transaction stays committed.
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
