package io.mosql.core.session;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.LargeObject;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session of one client with a database; the same API for embedded JDBC and the native protocol.
 * A failed statement is undone and the transaction continues.
 *
 * <p>Not thread-safe except {@link #cancel()} and {@link #close()}. Every method may throw {@link
 * io.mosql.core.error.MosqlException}: 08003 once closed, 57P01 when the database shuts down.
 */
public interface Session extends AutoCloseable {
  /**
   * Parses, resolves and plans one statement; parameters and result columns are known before
   * execution. The statement is re-planned automatically when the schema changes. A statement that
   * names a table, column or function that does not exist can be prepared all the same; it fails
   * when it is executed, or its columns are requested, unless the object exists by then.
   *
   * @param parameterTypes types of the values that will be bound, as far as the caller knows them,
   *     null or shorter otherwise; only used where the statement leaves a parameter's type open
   */
  PreparedStatementHandle prepare(
      String sql, List<io.mosql.core.type.@Nullable SqlType> parameterTypes);

  /**
   * Executes a statement. Begins a transaction when none is open; in autocommit mode the
   * transaction ends with the statement, for a query when its cursor is exhausted or closed. A
   * statement that reads rows changed by other transactions is run again, invisibly to the client;
   * in autocommit mode it never fails by a conflict or a deadlock.
   *
   * @param parameters one for each parameter: any Java value that can be coerced to {@link
   *     ParameterInfo#type()} (the carrier class, any Number, String, Boolean, byte[],
   *     java.time.LocalDate, LocalTime, LocalDateTime), or null; not kept
   */
  StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options);

  /**
   * Executes a statement as {@link #execute} does if that is short and does not block: on no disk,
   * no row lock of another transaction, no log. For a {@link io.mosql.core.port.NonBlockingThread};
   * an implementation need not support it.
   *
   * @param rowsAhead number of steps of a query's cursor that must not block either
   * @return null when it would block; then nothing has been executed
   */
  default @Nullable StatementResult executeQuickly(
      PreparedStatementHandle statement,
      @Nullable Object[] parameters,
      ExecutionOptions options,
      int rowsAhead) {
    return null;
  }

  /**
   * Whether {@link #commit}, or switching autocommit on, has nothing to write and so does not
   * block.
   */
  default boolean commitsQuickly() {
    return false;
  }

  /**
   * Executes a statement that returns no rows once for each tuple, in order. In autocommit mode the
   * whole batch is one transaction. The first failing tuple ends the batch: the effects of the
   * tuples before it are kept (when not in autocommit mode), and the failure is reported with the
   * number of executed tuples.
   *
   * @return update counts; empty for an empty batch
   * @throws BatchFailure when a tuple failed
   */
  long[] executeBatch(
      PreparedStatementHandle statement, List<@Nullable Object[]> tuples, ExecutionOptions options);

  /**
   * Executes the first tuples of a batch as {@link #executeBatch} does, as long as that is short
   * and does not block. For a {@link io.mosql.core.port.NonBlockingThread}; the other tuples are
   * left to {@link #executeBatch}.
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

  /** Whether the session has large objects; the server of an older version has none. */
  default boolean hasLargeObjects() {
    return false;
  }

  /**
   * Begins to write a large object; one that is not finished is discarded, and refuses what is
   * written to it afterwards with 55000.
   *
   * @param text whether it is a CLOB, whose content is UTF-8
   */
  default LargeObjectSink createLargeObject(boolean text) {
    throw CoreErrorMessage.UNSUPPORTED.error("large objects");
  }

  /**
   * Reads a piece of a large object of the database, as {@link LargeObject.Source#read}: for a
   * caller that has the descriptor only.
   */
  default byte[] readLargeObject(LargeObject object, int from, int count) {
    throw CoreErrorMessage.UNSUPPORTED.error("large objects");
  }

  TransactionStatus transactionStatus();

  /**
   * A token of the open transaction, or of the next one, which remains valid when the engine runs
   * the transaction again by itself. Every commit has another token.
   */
  TransactionToken token();

  /**
   * The outcome of a transaction of this database whose answer was lost. A transaction that has not
   * committed is prevented from ever committing; the query is a commit of its own.
   */
  CommitOutcome commitOutcome(TransactionToken token);

  /** The same as {@link #commitOutcome}, with the known result of a committed transaction. */
  default CommitStatus commitStatus(TransactionToken token) {
    return new CommitStatus(commitOutcome(token), CommitStatus.NO_COUNT);
  }

  /**
   * Newest position of the database that this session has read or written; passed to a later
   * session that must not see an older state. 0 where there are no positions.
   */
  default long position() {
    return 0;
  }

  boolean autoCommit();

  /** Switching it on commits an open transaction. */
  void setAutoCommit(boolean on);

  void commit();

  void rollback();

  /** Sets a savepoint. The two methods below fail with 3B001 when there is no such savepoint. */
  void savepoint(String name);

  void rollbackTo(String savepoint);

  void release(String savepoint);

  /** Level of the open transaction, or else of the next one. */
  Isolation isolation();

  /** The level of later transactions. 25000 while one is open. */
  void setIsolation(Isolation isolation);

  /** Whether the open transaction, or else the next one, is read-only. */
  boolean readOnly();

  /** Sets whether later transactions are read-only. 25000 while one is open. */
  void setReadOnly(boolean readOnly);

  String schema();

  void setSchema(String schema);

  /** The session's time zone for display; null when that is not known. */
  default @Nullable ZoneId timeZone() {
    return null;
  }

  /** Cancels the running statement, if any, with 57014. Any thread. */
  void cancel();

  /** Notices since the last call, oldest first. */
  List<Notice> takeNotices();

  /** Whether the session is usable, checked by the engine itself. */
  boolean isValid();

  DatabaseInfo databaseInfo();

  /**
   * Closes the session and rolls back the open transaction. Any thread; a running statement is
   * cancelled.
   */
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
   * The outcome of a transaction whose answer was lost.
   *
   * @param updateCount of a committed transaction with only one statement; {@link #NO_COUNT} when
   *     it is not known
   */
  record CommitStatus(CommitOutcome outcome, long updateCount) {
    public static final long NO_COUNT = -1;
  }

  /** A warning or notice. */
  record Notice(String sqlState, String message) {}

  /** Names and versions for {@code DatabaseMetaData}. */
  record DatabaseInfo(
      String productName, String productVersion, String databaseName, String userName) {}
}
