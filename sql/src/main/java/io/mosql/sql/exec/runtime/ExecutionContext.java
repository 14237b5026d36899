package io.mosql.sql.exec.runtime;

import io.mosql.core.codec.ColumnCache;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.NonBlockingThread;
import io.mosql.core.port.RandomSource;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.sort.SpillFile;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.LargeObjects;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.SystemTrees;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of one execution of a plan: transaction, parameters, session, memory and temporary files.
 * Not thread-safe.
 *
 * <p>Rows that operators buffer are charged to the memory account of the session, so that a large
 * sort fails with 53200 instead of exhausting the heap. Operators release memory that they no
 * longer need; the rest is released at the end. Operators that can spill do so before the limit is
 * reached.
 */
public final class ExecutionContext {
  /** Bytes of overhead of a target row, in addition to the row and the key. */
  public static final int FOUND_BYTES = 64;

  /** Estimated bytes of a decoded JSONB tree per stored byte: objects, strings and lists. */
  private static final long JSONB_TREE_FACTOR = 8;

  private static final int CANCEL_INTERVAL = 256;

  /** Minimum number of buffered bytes that is worth a spill. */
  private static final long SPILL_MIN = 16 << 10;

  /** Parameters up to this number of bytes are not charged. */
  private static final int PARAMETER_FREE = 4 << 10;

  /** Divisor of the memory that may be used until the statement ends. */
  private static final long LASTING_SHARE = 8;

  private static final long ROW_BYTES = 24;
  private static final long LARGE_OBJECT_BYTES = 72;
  private static final long VALUE_BYTES = 8;

  private final Transaction transaction;
  private final Catalog catalog;

  /** Whether the context belongs to a worker: the session is used by another thread. */
  private final boolean worker;

  private @Nullable Object[] parameters;
  private final SequenceAccess sequences;
  private final SessionEnvironment session;
  private final BooleanSupplier cancelled;
  private final MemoryAccount memory;
  private final @Nullable Object[][] correlated;
  private final @Nullable List<@Nullable Object[]> insertedRows;
  private List<@Nullable Object[]> returnedRows = new ArrayList<>();
  private @Nullable WithState parts;
  private @Nullable List<Runnable> checks;
  private boolean inBody;
  private @Nullable EncodingBuffers scratch;
  private @Nullable LockWaitPolicy lockWaitPolicy;
  private @Nullable LockWaitStatistics waits;
  private Map<Integer, Supplier<RowStream>> workingTables = Map.of();
  private long charged;

  /** Results cached until the statement ends, by their owner, and their total bytes. */
  private final Map<Object, Object> lasting = new IdentityHashMap<>(0);

  private long lastingBytes;

  /** Bytes that may be used before the account is charged; the first piece is free. */
  private long allowed = MemoryAccount.PIECE;

  private final List<SpillFile> spillFiles = new ArrayList<>(0);
  private long spilled;
  private boolean drawing;
  private boolean timeFixed;
  private long transactionMicros;
  private long statementMicros;
  private boolean cursor;
  private int steps;

  /**
   * Creates the context of one execution.
   *
   * @param parameters coerced to the plan's parameter types; not retained beyond the execution
   * @param correlationSlots as the plan states
   * @param collectInserted whether {@link #insertedRows()} is needed
   */
  public ExecutionContext(
      Transaction transaction,
      Catalog catalog,
      @Nullable Object[] parameters,
      SequenceAccess sequences,
      SessionEnvironment session,
      BooleanSupplier cancelled,
      MemoryAccount memory,
      int correlationSlots,
      boolean collectInserted) {
    this.transaction = transaction;
    this.catalog = catalog;
    this.worker = false;
    this.parameters = parameters;
    this.sequences = sequences;
    this.session = session;
    this.cancelled = cancelled;
    this.memory = memory;
    this.correlated = new Object[correlationSlots][];
    this.insertedRows = collectInserted ? new ArrayList<>() : null;
    chargeParameters();
  }

  /** The context of a worker for a part of an execution. */
  private ExecutionContext(ExecutionContext whole) {
    this.transaction = whole.transaction;
    this.catalog = whole.catalog;
    this.worker = true;
    this.parameters = whole.parameters;
    this.sequences = whole.sequences;
    this.session = new WorkerEnvironment(whole.session);
    this.cancelled = whole.cancelled;
    this.memory = whole.memory;
    this.correlated = whole.correlated.clone();
    this.insertedRows = null;
    this.timeFixed = true;
    this.transactionMicros = whole.transactionMicros();
    this.statementMicros = whole.statementMicros();
  }

  /**
   * Creates the context of a worker that computes a part of the execution, with its parameters, its
   * times, its memory account and its cancellation. Whatever belongs to the thread of the session,
   * first of all the transaction, refuses to be used with {@link ParallelRestrictedException}. To
   * be ended by the caller once the worker has finished.
   */
  public ExecutionContext forWorker() {
    return new ExecutionContext(this);
  }

  /** The interrupts for a worker of this execution. */
  public Interrupts workerInterrupts() {
    return Interrupts.part(cancelled);
  }

  /** The workers that may help; null for none, as on a worker or a thread that must not wait. */
  public @Nullable Parallelism parallelism() {
    return worker || Thread.currentThread() instanceof NonBlockingThread
        ? null
        : session.parallelism();
  }

  private void requireSessionThread() {
    if (worker) {
      throw new ParallelRestrictedException();
    }
  }

  /** Charges large parameters: the client's message is released while they are in use. */
  private void chargeParameters() {
    for (Object value : parameters) {
      int length =
          value instanceof String text
              ? text.length()
              : value instanceof byte[] bytes
                  ? bytes.length
                  : value instanceof SqlArray array
                      ? (int) Math.min(Integer.MAX_VALUE, array.memory())
                      : 0;
      if (length > PARAMETER_FREE) {
        chargeBytes(length);
      }
    }
  }

  /** Properties of the session that expressions may read. */
  public interface SessionEnvironment {
    /** Start of the transaction, or else of the statement; microseconds since 1970 in UTC. */
    long transactionMicros();

    /** Start of the running statement; microseconds since 1970 in UTC. */
    long statementMicros();

    /** The time zone of dates and times that state none. */
    default ZoneId zone() {
      return ZoneId.systemDefault();
    }

    /** The current time; microseconds since 1970 in UTC. */
    long clockMicros();

    String user();

    String schema();

    String database();

    /** The version of the program. */
    default String version() {
      return "";
    }

    /** The source of random values. */
    default RandomSource random() {
      return RandomSource.SECURE;
    }

    /** Keeps decoded columns of pages that batches read. */
    default ColumnCache columnCache() {
      return ColumnCache.NONE;
    }

    /** Number of the session as PostgreSQL's process id. */
    default int backendPid() {
      return 0;
    }

    /** The value of a setting as SHOW returns it; null for an unknown one. */
    default @Nullable String setting(String name) {
      return null;
    }

    /**
     * Sets a setting, and returns its value.
     *
     * @param value null for the initial one
     * @param local whether until the end of the transaction only
     * @throws MosqlException 42704, 22023
     */
    default String setSetting(String name, @Nullable String value, boolean local) {
      throw SqlErrorMessage.UNDEFINED_SETTING.error(name);
    }

    /** The large objects of the database. */
    default LargeObjects largeObjects() {
      throw new InvariantViolation("only a session writes large objects");
    }

    /** The constraints that the transaction checks at its end. */
    default DeferredConstraints deferredConstraints() {
      throw new InvariantViolation("only a session defers constraints");
    }

    /** Privileges of the current user, for system views whose rows depend on them. */
    default AccountPrivileges privileges() {
      return AccountPrivileges.TRUSTED;
    }

    /** The part of the catalog that is visible to the current user. */
    default Catalog visible(Catalog catalog) {
      return catalog;
    }

    /**
     * Requires one of two privileges on a sequence.
     *
     * @throws MosqlException 42501 when the current user has neither
     */
    default void requireSequence(SequenceDef sequence, Privilege first, Privilege second) {}

    /** The workers that may help a query; null for none. */
    default @Nullable Parallelism parallelism() {
      return null;
    }

    /**
     * How long statements wait for rows locked by other transactions. Cancellation is checked
     * separately.
     */
    default LockWaitPolicy lockWaitPolicy() {
      return LockWaitPolicy.upTo(Long.MAX_VALUE, () -> false);
    }

    /** Statistics of waits for row locks; null when waits are not counted. */
    default @Nullable LockWaitStatistics lockWaits() {
      return null;
    }
  }

  /**
   * Prepares the context for the next execution in a batch of the same plan and transaction.
   *
   * @param next as in the constructor
   */
  public void rebind(@Nullable Object[] next) {
    checks = null;
    parameters = next;
    releaseLasting();
    release(charged);
    chargeParameters();
    step();
  }

  public Transaction transaction() {
    requireSessionThread();
    return transaction;
  }

  /**
   * The reader of queries: in a statement of several parts, the snapshot from before the statement.
   */
  public TransactionReader reads() {
    requireSessionThread();
    return parts == null ? transaction : parts.snapshot();
  }

  /** Begins a statement of several parts. */
  public WithState beginWith(int items) {
    requireSessionThread();
    WithState begun = new WithState(items, transaction, this);
    parts = begun;
    return begun;
  }

  public void endWith() {
    parts = null;
    transaction.dropSnapshot();
  }

  /** Whether the foreign keys of one part may depend on the effects of another part. */
  public boolean isInWith() {
    return parts != null;
  }

  /** Opens the rows of a part. */
  public RowStream openWithItem(int item) {
    requireSessionThread();
    if (parts == null) {
      throw new InvariantViolation("an item of WITH is opened in a statement that has WITH");
    }
    return parts.open(item);
  }

  /**
   * Registers that a row is about to be changed, or was inserted.
   *
   * @return false when another part of the statement has changed it
   */
  public boolean registerChange(long tree, byte[] key) {
    requireSessionThread();
    return parts == null || parts.registerChange(tree, key);
  }

  /** Runs an action after the last change of the statement: immediately, unless it has parts. */
  public void onStatementEnd(Runnable action) {
    if (parts == null) {
      action.run();
    } else {
      parts.onEnd(action);
    }
  }

  /**
   * Checks something when the statement has run, whatever its form: for keys that are checked at
   * the end of a statement.
   */
  public void checkAtEnd(Runnable check) {
    List<Runnable> waiting = checks;
    if (waiting == null) {
      waiting = new ArrayList<>();
      checks = waiting;
    }
    waiting.add(check);
  }

  /** Runs the checks that wait for the end of the statement. */
  public void runChecks() {
    List<Runnable> waiting = checks;
    checks = null;
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }

  /** From here on inserted rows belong to the body of the statement, not to its other parts. */
  public void beginBody() {
    inBody = true;
  }

  public void endBody() {
    inBody = false;
  }

  public EncodingBuffers scratch() {
    EncodingBuffers known = scratch;
    if (known == null) {
      known = new EncodingBuffers();
      scratch = known;
    }
    return known;
  }

  /** The catalog; in a serializable transaction, all of it counts as read. */
  public Catalog catalog() {
    requireSessionThread();
    if (transaction.level() == CertificationLevel.SERIALIZABLE) {
      transaction.readWhole(SystemTrees.CATALOG);
    }
    return catalog;
  }

  /** The catalog; nothing counts as read. */
  public Catalog catalogUnrecorded() {
    requireSessionThread();
    return catalog;
  }

  /**
   * The sequence of that name; it counts as read, in a serializable transaction its absence too.
   */
  public @Nullable SequenceDef sequence(String schema, String name) {
    requireSessionThread();
    SequenceDef sequence = catalog.sequence(schema, name);
    if (sequence == null) {
      return catalog().sequence(schema, name);
    }
    CatalogCache.markRead(List.of(CatalogCodec.sequenceKey(sequence.id())), transaction);
    return sequence;
  }

  public @Nullable Object parameter(int index) {
    return parameters[index];
  }

  public SequenceAccess sequences() {
    requireSessionThread();
    return sequences;
  }

  public SessionEnvironment session() {
    return session;
  }

  /** The session's policy for rows locked by other transactions. */
  public LockWaitPolicy lockWaitPolicy() {
    requireSessionThread();
    LockWaitPolicy known = lockWaitPolicy;
    if (known == null) {
      LockWaitPolicy usual = session.lockWaitPolicy();
      LockWaitStatistics counted = session.lockWaits();
      known =
          new LockWaitPolicy(
              usual.kind(),
              usual.nanos(),
              () -> {
                // Checked as long as the statement waits for a row, and not otherwise.
                if (counted != null) {
                  counted.continueWait();
                }
                return cancelled.getAsBoolean() || usual.cancelled().getAsBoolean();
              });
      waits = counted;
      lockWaitPolicy = known;
    }
    return known;
  }

  /** Reports that a lock request under {@link #lockWaitPolicy} has ended, granted or not. */
  public void lockWaitEnded() {
    LockWaitStatistics counted = waits;
    if (counted != null) {
      counted.endWait();
    }
  }

  /** Fixes the time as that of the running statement, also for a cursor that is read later. */
  public void freezeTime() {
    timeFixed = true;
    transactionMicros = session.transactionMicros();
    statementMicros = session.statementMicros();
  }

  /** Start of the transaction; microseconds since 1970 in UTC. */
  public long transactionMicros() {
    if (!timeFixed) {
      freezeTime();
    }
    return transactionMicros;
  }

  /** Start of the statement; microseconds since 1970 in UTC. */
  public long statementMicros() {
    if (!timeFixed) {
      freezeTime();
    }
    return statementMicros;
  }

  @Nullable Object[] correlated(int slot) {
    return correlated[slot];
  }

  public void correlate(int slot, @Nullable Object[] row) {
    correlated[slot] = row;
  }

  /** Opens the rows of the previous iteration of a recursion. */
  public RowStream openWorkingTable(int recursion) {
    requireSessionThread();
    Supplier<RowStream> rows = workingTables.get(recursion);
    return rows == null ? RowStream.EMPTY : rows.get();
  }

  /**
   * Sets the rows of the previous iteration of a recursion.
   *
   * @param rows opens them; several streams may be open at a time
   */
  public void setWorkingTable(int recursion, Supplier<RowStream> rows) {
    if (workingTables.isEmpty()) {
      workingTables = new HashMap<>();
    }
    workingTables.put(recursion, rows);
  }

  /** Full rows written by an INSERT, in order; null unless they are collected. */
  public @Nullable List<@Nullable Object[]> insertedRows() {
    return parts == null || inBody ? insertedRows : null;
  }

  /** Adds a row to the rows that a modification returns. */
  public void returnRow(@Nullable Object[] row) {
    charge(row);
    returnedRows.add(row);
  }

  /** Redirects returned rows to another list; returns the previous list. */
  public List<@Nullable Object[]> redirectReturning(List<@Nullable Object[]> rows) {
    List<@Nullable Object[]> before = returnedRows;
    returnedRows = rows;
    return before;
  }

  /** The rows of RETURNING, in order. */
  public List<@Nullable Object[]> returnedRows() {
    return returnedRows;
  }

  /**
   * Checks for cancellation; called for each row that is read.
   *
   * @throws MosqlException 57014 when the statement was cancelled
   */
  public void step() {
    if (++steps % CANCEL_INTERVAL == 0) {
      checkCancelled();
    }
  }

  /** Returns how many rows have been read so far. */
  public int steps() {
    return steps;
  }

  /**
   * Counts rows that were read together, and checks for cancellation as often as {@link #step()}
   * would.
   *
   * @throws MosqlException 57014 when the statement was cancelled
   */
  public void step(int rows) {
    int before = steps / CANCEL_INTERVAL;
    steps += rows;
    for (int checks = before; checks < steps / CANCEL_INTERVAL; checks++) {
      checkCancelled();
    }
  }

  public void checkCancelled() {
    if (cancelled.getAsBoolean()) {
      throw CoreErrorMessage.STATEMENT_CANCELLED.error();
    }
  }

  /**
   * Charges a buffered row.
   *
   * @throws MosqlException 53200 when the memory of the session is exhausted
   */
  public void charge(@Nullable Object[] row) {
    charge(row, 0);
  }

  /**
   * Charges a buffered row.
   *
   * @param besides bytes of data buffered with it
   */
  public void charge(@Nullable Object[] row, int besides) {
    chargeBytes(bytes(row) + besides);
  }

  /** The memory account of the session. */
  MemoryAccount memory() {
    return memory;
  }

  /** Estimates the memory of a row: JSONB counts its bytes and the tree decoded from them. */
  public static long bytes(@Nullable Object[] row) {
    long bytes = ROW_BYTES + VALUE_BYTES * row.length;
    for (Object value : row) {
      if (value instanceof String text) {
        bytes += 48 + text.length();
      } else if (value instanceof byte[] array) {
        bytes += 16 + array.length;
      } else if (value instanceof LargeObject) {
        bytes += LARGE_OBJECT_BYTES;
      } else if (value instanceof Jsonb json) {
        bytes += 64 + JSONB_TREE_FACTOR * json.bytes().length;
      } else if (value instanceof SqlArray elements) {
        bytes += elements.memory();
      } else if (value != null && !UnreadColumn.isPoison(value)) {
        bytes += 20;
      }
    }
    return bytes;
  }

  /** Charges other buffered data. */
  public void chargeBytes(long bytes) {
    charged += bytes;
    if (charged > allowed) {
      if (!drawing) {
        drawing = true;
        memory.enter(this);
      }
      allowed += memory.reserveAhead(charged - allowed);
    }
  }

  /**
   * Whether an operator should spill its buffered data: when it takes more than half of the memory
   * that is available to it, so that memory remains for later operators.
   *
   * @param kept bytes that the operator buffers
   */
  public boolean shouldSpill(long kept) {
    if (kept < SPILL_MIN || memory.temporaryFiles() == null) {
      return false;
    }
    return kept > memory.available(kept) / 2;
  }

  /**
   * Whether the data of an operator leaves enough memory to other operators for it to be cached
   * until the statement ends.
   *
   * @param kept bytes that the operator buffers
   */
  public boolean fitsForStatement(long kept) {
    return kept <= memory.available(kept) / LASTING_SHARE;
  }

  /** Creates a file that is deleted with the statement or its cursor. */
  public SpillFile newSpillFile() {
    return newSpillFile(SpillFile.BLOCK_BYTES);
  }

  /**
   * Creates a file that is deleted with the statement or its cursor.
   *
   * @param blockBytes number of bytes read at once
   */
  public SpillFile newSpillFile(int blockBytes) {
    requireSessionThread();
    TemporaryFiles space = memory.temporaryFiles();
    if (space == null) {
      throw new InvariantViolation("an operator spills only in a session with temporary files");
    }
    if (!drawing) {
      drawing = true;
      memory.enter(this);
    }
    SpillFile file = SpillFile.in(space, blockBytes);
    spillFiles.add(file);
    return file;
  }

  /** Counts bytes written to temporary files. */
  public void spilled(long bytes) {
    spilled += bytes;
  }

  /** Bytes written to temporary files so far. */
  public long spilledBytes() {
    return spilled;
  }

  /** Bytes currently charged to the statement, without {@link #computeOnce cached results}. */
  public long charged() {
    return charged - lastingBytes;
  }

  /**
   * Computes a result once for a statement that needs it repeatedly, and caches it until the end.
   *
   * @param owner the operator; its results have one type
   */
  @SuppressWarnings("unchecked")
  public <T> T computeOnce(Object owner, Supplier<T> made) {
    Object known = lasting.get(owner);
    if (known == null) {
      known = lasting(made::get);
      lasting.put(owner, known);
    }
    return (T) known;
  }

  /** Runs a computation; what it charges stays charged until the statement ends. */
  public <T> T lasting(Supplier<T> made) {
    long before = charged();
    T result = made.get();
    lastingBytes += charged() - before;
    return result;
  }

  private void releaseLasting() {
    lasting.clear();
    lastingBytes = 0;
  }

  /** Releases charged bytes. */
  public void release(long bytes) {
    charged -= bytes;
    long idle = allowed - Math.max(charged, 0) - MemoryAccount.PIECE;
    if (idle > MemoryAccount.PIECE) {
      allowed -= idle;
      memory.release(idle);
    }
  }

  /** Transfers the buffered data to a cursor, so that it remains when the statement has ended. */
  public void becomeCursor() {
    cursor = true;
  }

  boolean isCursor() {
    return cursor;
  }

  /** Releases everything: the statement, or its cursor, has ended. */
  public void end() {
    if (drawing) {
      drawing = false;
      memory.leave(this, allowed - MemoryAccount.PIECE);
      allowed = MemoryAccount.PIECE;
    }
    charged = 0;
    releaseLasting();
    spillFiles.forEach(SpillFile::close);
    spillFiles.clear();
  }
}
