package io.mosql.core.session;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's conversation with a database; the same behind embedded JDBC, the native protocol and
 * whatever comes later. A failed statement is undone and the transaction goes on.
 *
 * <p>Not thread-safe but for {@link #cancel()} and {@link #close()}. Every method may throw {@link
 * io.mosql.core.error.MosqlException}: 08003 once closed, 57P01 when the database shuts down.
 */
public interface Session extends AutoCloseable {
  /**
   * Parses, resolves and plans one statement; parameters and result columns are known before
   * execution. The statement is re-planned by itself when the schema changes. One that names a
   * table, column or function that is not there can be prepared all the same; it fails when it is
   * executed, or asked for its columns, unless it is there by then.
   *
   * @param parameterTypes types of the values that will be bound, as far as the caller knows them,
   *     null or shorter where not; only used where the statement leaves a parameter's type open
   */
  PreparedStatementHandle prepare(
      String sql, List<io.mosql.core.type.@Nullable SqlType> parameterTypes);

  /**
   * Executes a statement. Begins a transaction when none is open; in autocommit mode the
   * transaction ends with the statement, for a query when its cursor is exhausted or closed. A
   * statement that meets rows changed by others is run again, unseen by the client; in autocommit
   * mode it never fails by a conflict or a deadlock.
   *
   * @param parameters one for each parameter: any Java value that {@link ParameterInfo#type()} can
   *     be coerced from (the carrier class, any Number, String, Boolean, byte[],
   *     java.time.LocalDate, LocalTime, LocalDateTime), or null; not kept
   */
  StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options);

  /**
   * Executes a statement as {@link #execute} does if that is short and needs to wait for nothing:
   * no disk, no row that another transaction holds, no log. For threads that {@link
   * io.mosql.core.port.NonBlockingThread}; a session need not be able to.
   *
   * @param rowsAhead so many steps of a query's rows need to wait for nothing either
   * @return null when it is not so; then nothing has happened
   */
  default @Nullable StatementResult executeQuickly(
      PreparedStatementHandle statement,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      int rowsAhead) {
    return null;
  }

  /**
   * Whether {@link #commit}, or switching autocommit on, would have nothing to write and so nothing
   * to wait for.
   */
  default boolean commitsQuickly() {
    return false;
  }

  /**
   * Executes a statement that returns no rows once for each tuple, in order. In autocommit mode the
   * whole batch is one transaction. The first failing tuple ends the batch: tuples before it stay
   * (when not in autocommit mode), and the failure is reported with the number of tuples done.
   *
   * @return update counts; empty for an empty batch
   * @throws BatchFailure when a tuple failed
   */
  long[] executeBatch(
      PreparedStatementHandle statement, List<@Nullable Object[]> tuples, ExecutionOptions options);

  /**
   * Executes the first tuples of a batch as {@link #executeBatch} does, as long as that is short
   * and needs to wait for nothing. For threads that {@link io.mosql.core.port.NonBlockingThread};
   * the others are left to {@link #executeBatch}.
   *
   * @return the update counts of those tuples; empty when there is none
   * @throws BatchFailure when a tuple failed
   */
  default long[] executeBatchQuickly(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    return new long[0];
  }

  TransactionStatus transactionStatus();

  /**
   * Names the open transaction, or the one that the next statement begins, also when the engine
   * runs it again by itself. A later commit than the one it names has another token.
   */
  TransactionToken token();

  /**
   * What became of a transaction of this database whose answer was lost. One that has not committed
   * is kept from ever doing so; to ask is a commit of its own.
   */
  CommitOutcome commitOutcome(TransactionToken token);

  /** As {@link #commitOutcome}, with what is known of the result of one that committed. */
  default CommitStatus commitStatus(TransactionToken token) {
    return new CommitStatus(commitOutcome(token), CommitStatus.NO_COUNT);
  }

  /**
   * Newest position of the database that this session has read or written; a later session that
   * must not see less is told of it. 0 where positions mean nothing.
   */
  default long position() {
    return 0;
  }

  boolean autoCommit();

  /** Switching it on commits an open transaction. */
  void setAutoCommit(boolean on);

  void commit();

  void rollback();

  /** 3B001 when there is no such savepoint for the two others. */
  void savepoint(String name);

  void rollbackTo(String savepoint);

  void release(String savepoint);

  /** Level of the open transaction, or else of the next one. */
  Isolation isolation();

  /** The level of later transactions. 25000 while one is open. */
  void setIsolation(Isolation isolation);

  /** Whether the open transaction, or else the next one, refuses to write. */
  boolean readOnly();

  /** For later transactions. 25000 while one is open. */
  void setReadOnly(boolean readOnly);

  String schema();

  void setSchema(String schema);

  /** The zone that the session shows moments in; null when that is not known. */
  default @Nullable ZoneId timeZone() {
    return null;
  }

  /** Asks the running statement, if any, to end with 57014. Any thread. */
  void cancel();

  /** Notices since the last call, oldest first. */
  List<Notice> takeNotices();

  /** Whether the session still works, asked of the engine itself. */
  boolean isValid();

  DatabaseInfo databaseInfo();

  /** Rolls back what is open. Any thread; a running statement is cancelled. */
  @Override
  void close();

  /** Isolation levels in rising order of strictness. */
  enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
  }

  enum TransactionStatus {
    IDLE,
    ACTIVE
  }

  /**
   * What became of a transaction whose answer was lost.
   *
   * @param updateCount of a statement that was a transaction of its own and committed; {@link
   *     #NO_COUNT} when it is not known
   */
  record CommitStatus(CommitOutcome outcome, long updateCount) {
    public static final long NO_COUNT = -1;
  }

  /** A message that is not an error. */
  record Notice(String sqlState, String message) {}

  /** Names and versions for {@code DatabaseMetaData}. */
  record DatabaseInfo(
      String productName, String productVersion, String databaseName, String userName) {}
}
