package io.mosql.server.relay;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldWait;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.remote.RemoteSession;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session at another node, for a client of this one. It stays at that node: when it is lost, or
 * that node leads no more, the client is told so in a way that has it come anew, and ask what
 * became of what was under way. Only the client may do that: it knows the names that its
 * transactions had, and what it has asked for.
 */
final class HandedOn implements Session {
  private final RemoteSession there;
  private TransactionToken lastToken;
  private long lastPosition;
  private @Nullable ZoneId lastZone;

  HandedOn(RemoteSession there) {
    this.there = there;
    this.lastToken = there.token();
  }

  /** Each call has to wait for the other node. */
  private <T> T asked(Supplier<T> work) {
    WouldWait.unlessAllowed();
    try {
      return work.get();
    } catch (BatchFailure e) {
      throw there.isBroken() ? lost(e) : e;
    } catch (MosqlException e) {
      throw there.isBroken() ? lost(e) : e;
    }
  }

  private void asked(Runnable work) {
    asked(
        () -> {
          work.run();
          return true;
        });
  }

  private static MosqlException lost(RuntimeException why) {
    // Not 57P01, which says that the request failed: this one may have been executed.
    return new MosqlException(
        SqlState.CONNECTION_LOST, "the connection to the leader is lost", why);
  }

  /** What the last answer told, which stands as long as the session does. */
  private <T> T told(Supplier<T> state, T otherwise) {
    try {
      return state.get();
    } catch (MosqlException e) {
      return otherwise;
    }
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    return asked(
        () -> {
          PreparedStatementHandle handle = there.prepare(sql, parameterTypes);
          // Asked now: who wants to know it later may be a thread that must not wait.
          handle.returnsRows();
          return handle;
        });
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    return asked(() -> there.execute(statement, parameters, options));
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    return asked(() -> there.executeBatch(statement, tuples, options));
  }

  @Override
  public TransactionStatus transactionStatus() {
    return told(there::transactionStatus, TransactionStatus.IDLE);
  }

  @Override
  public TransactionToken token() {
    lastToken = told(there::token, lastToken);
    return lastToken;
  }

  @Override
  public TransactionFate fate(TransactionToken token) {
    return asked(() -> there.fate(token));
  }

  @Override
  public Settled outcome(TransactionToken token) {
    return asked(() -> there.outcome(token));
  }

  @Override
  public long position() {
    lastPosition = told(there::position, lastPosition);
    return lastPosition;
  }

  @Override
  public boolean autoCommit() {
    return told(there::autoCommit, true);
  }

  @Override
  public void setAutoCommit(boolean on) {
    asked(() -> there.setAutoCommit(on));
  }

  @Override
  public void commit() {
    asked(there::commit);
  }

  @Override
  public void rollback() {
    asked(there::rollback);
  }

  @Override
  public void savepoint(String name) {
    asked(() -> there.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    asked(() -> there.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    asked(() -> there.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return told(there::isolation, Isolation.SERIALIZABLE);
  }

  @Override
  public void setIsolation(Isolation isolation) {
    asked(() -> there.setIsolation(isolation));
  }

  @Override
  public boolean readOnly() {
    return told(there::readOnly, false);
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    asked(() -> there.setReadOnly(readOnly));
  }

  @Override
  public String schema() {
    return told(there::schema, "");
  }

  @Override
  public @Nullable ZoneId timeZone() {
    try {
      lastZone = there.timeZone();
    } catch (MosqlException e) {
      // what was told last stands, as in told(..)
      return lastZone;
    }
    return lastZone;
  }

  @Override
  public void setSchema(String schema) {
    asked(() -> there.setSchema(schema));
  }

  @Override
  public void cancel() {
    there.cancel();
  }

  @Override
  public List<Notice> takeNotices() {
    return told(there::takeNotices, List.of());
  }

  @Override
  public boolean isValid() {
    return !there.isBroken() && there.isValid();
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return there.databaseInfo();
  }

  @Override
  public void close() {
    there.close();
  }
}
