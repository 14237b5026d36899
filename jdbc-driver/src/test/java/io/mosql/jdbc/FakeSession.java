package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.session.JdbcUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** A fake session with scripted results, which records its calls and counts open resources. */
final class FakeSession implements Session {
  /** The scripted result of a statement for its parameters. */
  interface Script {
    StatementResult run(Object[] parameters, ExecutionOptions options);
  }

  private record Known(List<ParameterInfo> parameters, List<ColumnInfo> columns, Script script) {}

  private final String name;
  private final Map<String, Known> known = new HashMap<>();
  final List<String> log = new ArrayList<>();
  final List<Object[]> bound = new ArrayList<>();
  final List<Notice> notices = new ArrayList<>();
  ExecutionOptions lastOptions = ExecutionOptions.DEFAULT;
  int openHandles;
  int openCursors;
  int prepares;
  Runnable onPrepare = () -> {};
  Runnable onCancel = () -> {};
  boolean valid = true;
  volatile boolean closed;
  volatile boolean cancelled;
  private boolean autoCommit = true;
  private boolean readOnly;
  private Isolation isolation = Isolation.SERIALIZABLE;
  private String schema = "public";

  FakeSession(String name) {
    this.name = name;
  }

  static ColumnInfo column(String label, SqlType type) {
    return new ColumnInfo(label, type, true, false, "public", "t", label);
  }

  MosqlConnection connect() {
    return connect(Map.of());
  }

  MosqlConnection connect(Map<io.mosql.core.session.SessionProperty, String> properties) {
    return new MosqlConnection(
        this, new JdbcUrl("jdbc:mosql:" + name, name, properties, List.of()));
  }

  /** Scripts a query with these rows for all parameters. */
  FakeSession query(String sql, List<ColumnInfo> columns, Object[]... rows) {
    return query(sql, List.of(), columns, rows);
  }

  FakeSession query(
      String sql, List<SqlType> parameters, List<ColumnInfo> columns, Object[]... rows) {
    known.put(
        sql, new Known(infos(parameters), columns, (p, options) -> new FakeRows(columns, rows)));
    return this;
  }

  FakeSession update(String sql, List<SqlType> parameters, Script script) {
    known.put(sql, new Known(infos(parameters), List.of(), script));
    return this;
  }

  private static List<ParameterInfo> infos(List<SqlType> types) {
    return types.stream().map(type -> new ParameterInfo(type, true)).toList();
  }

  private record Handle(FakeSession session, String sql, Known plan)
      implements PreparedStatementHandle {
    @Override
    public boolean returnsRows() {
      return !plan.columns().isEmpty();
    }

    @Override
    public List<ColumnInfo> columns() {
      return plan.columns();
    }

    @Override
    public List<ParameterInfo> parameters() {
      return plan.parameters();
    }

    @Override
    public void close() {
      session.openHandles--;
    }
  }

  private final class FakeRows implements StatementResult.Rows {
    private final List<ColumnInfo> columns;
    private final Object[][] rows;
    private int at = -1;
    private boolean open = true;

    FakeRows(List<ColumnInfo> columns, Object[][] rows) {
      this.columns = columns;
      this.rows = rows;
      openCursors++;
    }

    @Override
    public List<ColumnInfo> columns() {
      return columns;
    }

    @Override
    public boolean next() {
      at++;
      if (at < rows.length) {
        return true;
      }
      close();
      return false;
    }

    @Override
    public Object[] row() {
      if (!open) {
        throw new NoSuchElementException();
      }
      return rows[at];
    }

    @Override
    public void close() {
      if (open) {
        open = false;
        openCursors--;
      }
    }
  }

  private void check() {
    if (closed) {
      throw new MosqlException(SqlState.CONNECTION_CLOSED, "closed");
    }
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<SqlType> parameterTypes) {
    check();
    prepares++;
    onPrepare.run();
    Known plan = known.get(sql);
    if (plan == null) {
      throw new MosqlException(SqlState.SYNTAX_ERROR, "Syntax error", 3, null);
    }
    openHandles++;
    return new Handle(this, sql, plan);
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, Object[] parameters, ExecutionOptions options) {
    check();
    log.add(statement.sql());
    bound.add(Arrays.copyOf(parameters, parameters.length));
    lastOptions = options;
    return ((Handle) statement).plan().script().run(parameters, options);
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement, List<Object[]> tuples, ExecutionOptions options) {
    long[] counts = new long[tuples.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] =
            ((StatementResult.Update) execute(statement, tuples.get(i), options)).updateCount();
      } catch (MosqlException e) {
        throw new BatchFailure(Arrays.copyOf(counts, i), e);
      }
    }
    log.add("batch of " + counts.length);
    return counts;
  }

  @Override
  public TransactionStatus transactionStatus() {
    return TransactionStatus.IDLE;
  }

  @Override
  public TransactionToken token() {
    return new TransactionToken(1, 2, 3);
  }

  @Override
  public CommitOutcome commitOutcome(TransactionToken token) {
    return CommitOutcome.UNKNOWN;
  }

  @Override
  public boolean autoCommit() {
    check();
    return autoCommit;
  }

  @Override
  public void setAutoCommit(boolean on) {
    check();
    log.add("autocommit " + on);
    autoCommit = on;
  }

  @Override
  public void commit() {
    check();
    log.add("commit");
  }

  @Override
  public void rollback() {
    check();
    log.add("rollback");
  }

  @Override
  public void savepoint(String savepoint) {
    log.add("savepoint " + savepoint);
  }

  @Override
  public void rollbackTo(String savepoint) {
    log.add("rollback to " + savepoint);
  }

  @Override
  public void release(String savepoint) {
    log.add("release " + savepoint);
  }

  @Override
  public Isolation isolation() {
    return isolation;
  }

  @Override
  public void setIsolation(Isolation isolation) {
    this.isolation = isolation;
  }

  @Override
  public boolean readOnly() {
    return readOnly;
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    this.readOnly = readOnly;
  }

  @Override
  public String schema() {
    return schema;
  }

  @Override
  public void setSchema(String schema) {
    this.schema = schema;
  }

  @Override
  public void cancel() {
    cancelled = true;
    onCancel.run();
  }

  @Override
  public List<Notice> takeNotices() {
    if (notices.isEmpty()) {
      return List.of();
    }
    List<Notice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  @Override
  public boolean isValid() {
    return valid;
  }

  @Override
  public DatabaseInfo databaseInfo() {
    check();
    return new DatabaseInfo("MoSQL", "0.1.7-test", name, "");
  }

  @Override
  public void close() {
    closed = true;
  }
}
