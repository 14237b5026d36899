package io.mosql.sql.exec.runtime;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.type.Jsonb;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.sort.SpillFile;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.lock.LockWaitPolicy;
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
 * <p>Rows that operators keep are charged to the session's memory, so that a large sort fails with
 * 53200 rather than taking the heap; what is not kept any more is given back, all of it at the end.
 * Operators that can put rows into files do so before.
 */
public final class ExecutionContext {
  /** Bytes of a row that was found, and of its place in lists, beside the row and the key. */
  public static final int FOUND_BYTES = 64;

  /** Bytes of a tree of JSONB for each of its stored form: objects, strings and lists. */
  private static final long JSONB_TREE_FACTOR = 8;

  private static final int CANCEL_INTERVAL = 256;

  /** Less than this is never worth a file. */
  private static final long SPILL_MIN = 16 << 10;

  /** A parameter of so many bytes is not counted. */
  private static final int PARAMETER_FREE = 4 << 10;

  /** The part of the room that may be kept until the statement ends. */
  private static final long LASTING_SHARE = 8;

  private static final long ROW_BYTES = 24;
  private static final long VALUE_BYTES = 8;

  private final Transaction transaction;
  private final Catalog catalog;
  private @Nullable Object[] parameters;
  private final SequenceAccess sequences;
  private final SessionEnvironment session;
  private final BooleanSupplier cancelled;
  private final MemoryAccount memory;
  private final @Nullable Object[][] correlated;
  private final @Nullable List<@Nullable Object[]> insertedRows;
  private List<@Nullable Object[]> returnedRows = new ArrayList<>();
  private @Nullable WithState parts;
  private boolean inBody;
  private @Nullable EncodingBuffers scratch;
  private @Nullable LockWaitPolicy lockWaitPolicy;
  private @Nullable LockWaitStatistics waits;
  private Map<Integer, List<@Nullable Object[]>> rounds = Map.of();
  private long charged;

  /** What is kept until the statement ends, by its owner, and the bytes of it all. */
  private final Map<Object, Object> lasting = new IdentityHashMap<>(0);

  private long lastingBytes;

  /** What may be kept before the account is asked; the first piece of it is free. */
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
   * @param parameters coerced to the plan's parameter types; not kept beyond the execution
   * @param correlationSlots as the plan says
   * @param collectInserted whether {@link #insertedRows()} is wanted
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
    this.parameters = parameters;
    this.sequences = sequences;
    this.session = session;
    this.cancelled = cancelled;
    this.memory = memory;
    this.correlated = new Object[correlationSlots][];
    this.insertedRows = collectInserted ? new ArrayList<>() : null;
    chargeParameters();
  }

  /** Those that are large: the client's message is gone while they are kept. */
  private void chargeParameters() {
    for (Object value : parameters) {
      int length =
          value instanceof String text
              ? text.length()
              : value instanceof byte[] bytes ? bytes.length : 0;
      if (length > PARAMETER_FREE) {
        chargeBytes(length);
      }
    }
  }

  /** Facts of the session that expressions may ask for. */
  public interface SessionEnvironment {
    /** When the transaction began, or else the statement; microseconds since 1970 in UTC. */
    long transactionMicros();

    /** When the statement began that runs now; microseconds since 1970 in UTC. */
    long statementMicros();

    /** The zone that dates and times without one are in. */
    default ZoneId zone() {
      return ZoneId.systemDefault();
    }

    /** What the clock says; microseconds since 1970 in UTC. */
    long clockMicros();

    String user();

    String schema();

    String database();

    /** The version of the program. */
    default String version() {
      return "";
    }

    /** Where random values come from. */
    default RandomSource random() {
      return RandomSource.SECURE;
    }

    /** What whoever runs the statement is, for views that tell not everybody the same. */
    default AccountPrivileges privileges() {
      return AccountPrivileges.TRUSTED;
    }

    /** The catalog as far as he may see it. */
    default Catalog visible(Catalog catalog) {
      return catalog;
    }

    /**
     * Makes sure that he has one of some rights on a sequence.
     *
     * @throws MosqlException 42501 when he has none of them
     */
    default void requireSequence(SequenceDef sequence, Privilege first, Privilege second) {}

    /**
     * How long statements wait for rows that other transactions hold. Whether the statement was
     * cancelled is asked besides.
     */
    default LockWaitPolicy lockWaitPolicy() {
      return LockWaitPolicy.upTo(Long.MAX_VALUE, () -> false);
    }

    /** Told of waits for rows; null where nobody counts them. */
    default @Nullable LockWaitStatistics lockWaits() {
      return null;
    }
  }

  /**
   * Makes the context ready for the next execution in a batch of the same plan and transaction.
   *
   * @param next as in the constructor
   */
  public void rebind(@Nullable Object[] next) {
    parameters = next;
    releaseLasting();
    release(charged);
    chargeParameters();
    step();
  }

  public Transaction transaction() {
    return transaction;
  }

  /** What queries read by: of a statement of several parts the database before it began. */
  public TransactionReader reads() {
    return parts == null ? transaction : parts.snapshot();
  }

  /** Begins a statement of several parts. */
  public WithState beginWith(int items) {
    WithState begun = new WithState(items, transaction, this);
    parts = begun;
    return begun;
  }

  public void endWith() {
    parts = null;
    transaction.dropSnapshot();
  }

  /** Whether what one part does may be what another part's foreign keys ask for. */
  public boolean isInWith() {
    return parts != null;
  }

  /** The rows of a part. */
  public RowStream openWithItem(int item) {
    if (parts == null) {
      throw new IllegalStateException("the statement has no parts");
    }
    return parts.open(item);
  }

  /**
   * A row is to be changed, or was inserted.
   *
   * @return false when another part of the statement has changed it
   */
  public boolean registerChange(long tree, byte[] key) {
    return parts == null || parts.registerChange(tree, key);
  }

  /** Does something when the statement has changed its last row: now, unless it has parts. */
  public void onStatementEnd(Runnable action) {
    if (parts == null) {
      action.run();
    } else {
      parts.onEnd(action);
    }
  }

  /** From here on the rows of the statement's own are inserted, and not those of other parts. */
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

  /** The catalog; all of it counts as read. */
  public Catalog catalog() {
    transaction.readWhole(SystemTrees.CATALOG);
    return catalog;
  }

  public @Nullable Object parameter(int index) {
    return parameters[index];
  }

  public SequenceAccess sequences() {
    return sequences;
  }

  public SessionEnvironment session() {
    return session;
  }

  /** What the statement does about rows that other transactions hold, as the session has it. */
  public LockWaitPolicy lockWaitPolicy() {
    LockWaitPolicy known = lockWaitPolicy;
    if (known == null) {
      LockWaitPolicy usual = session.lockWaitPolicy();
      LockWaitStatistics counted = session.lockWaits();
      known =
          new LockWaitPolicy(
              usual.kind(),
              usual.nanos(),
              () -> {
                // Asked as long as a row is waited for, and not otherwise.
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

  /** A row was held that {@link #lockWaitPolicy} said how to wait for, or was not to be had. */
  public void lockWaitEnded() {
    LockWaitStatistics counted = waits;
    if (counted != null) {
      counted.endWait();
    }
  }

  /** From now on the time is that of the statement which runs now, also for a cursor read later. */
  public void freezeTime() {
    timeFixed = true;
    transactionMicros = session.transactionMicros();
    statementMicros = session.statementMicros();
  }

  /** When the transaction began; microseconds since 1970 in UTC. */
  public long transactionMicros() {
    if (!timeFixed) {
      freezeTime();
    }
    return transactionMicros;
  }

  /** When the statement began; microseconds since 1970 in UTC. */
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

  /** The rows of the round before of a recursion. */
  public List<@Nullable Object[]> workingTable(int recursion) {
    return rounds.getOrDefault(recursion, List.of());
  }

  public void setWorkingTable(int recursion, List<@Nullable Object[]> rows) {
    if (rounds.isEmpty()) {
      rounds = new HashMap<>();
    }
    rounds.put(recursion, rows);
  }

  /** Full rows that an INSERT wrote, in order; null unless asked for. */
  public @Nullable List<@Nullable Object[]> insertedRows() {
    return parts == null || inBody ? insertedRows : null;
  }

  /** Adds a row to those that a modification returns. */
  public void returnRow(@Nullable Object[] row) {
    charge(row);
    returnedRows.add(row);
  }

  /** Has rows returned into another list; returns the one before. */
  public List<@Nullable Object[]> redirectReturning(List<@Nullable Object[]> rows) {
    List<@Nullable Object[]> before = returnedRows;
    returnedRows = rows;
    return before;
  }

  /** What RETURNING gave, in order. */
  public List<@Nullable Object[]> returnedRows() {
    return returnedRows;
  }

  /**
   * To be called for each row that is read.
   *
   * @throws MosqlException 57014 when the statement was cancelled
   */
  public void step() {
    if (++steps % CANCEL_INTERVAL == 0) {
      checkCancelled();
    }
  }

  public void checkCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
    }
  }

  /**
   * Accounts for a row that is kept.
   *
   * @throws MosqlException 53200 when the session's memory is spent
   */
  public void charge(@Nullable Object[] row) {
    charge(row, 0);
  }

  /**
   * Accounts for a row that is kept.
   *
   * @param besides bytes of what is kept with it
   */
  public void charge(@Nullable Object[] row, int besides) {
    chargeBytes(bytes(row) + besides);
  }

  /** What a row takes: of JSONB its bytes, and the tree that is made of them. */
  public static long bytes(@Nullable Object[] row) {
    long bytes = ROW_BYTES + VALUE_BYTES * row.length;
    for (Object value : row) {
      if (value instanceof String text) {
        bytes += 48 + text.length();
      } else if (value instanceof byte[] array) {
        bytes += 16 + array.length;
      } else if (value instanceof Jsonb json) {
        bytes += 64 + JSONB_TREE_FACTOR * json.bytes().length;
      } else if (value != null && !UnreadColumn.isPoison(value)) {
        bytes += 20;
      }
    }
    return bytes;
  }

  /** Accounts for something else that is kept. */
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
   * Whether an operator had better put what it keeps into files: when that is more than half of the
   * room that others leave, so that there is room for those who come after it.
   *
   * @param kept bytes that it keeps
   */
  public boolean shouldSpill(long kept) {
    if (kept < SPILL_MIN || memory.temporaryFiles() == null) {
      return false;
    }
    return kept > memory.available(kept) / 2;
  }

  /**
   * Whether what an operator keeps leaves enough room to others for it to be kept until the
   * statement ends, however often other operators are run meanwhile.
   *
   * @param kept bytes that it keeps
   */
  public boolean fitsForStatement(long kept) {
    return kept <= memory.available(kept) / LASTING_SHARE;
  }

  /** A file that goes with the statement, or its cursor. */
  public SpillFile newSpillFile() {
    return newSpillFile(SpillFile.BLOCK_BYTES);
  }

  /**
   * A file that goes with the statement, or its cursor.
   *
   * @param blockBytes what is read at once
   */
  public SpillFile newSpillFile(int blockBytes) {
    TemporaryFiles space = memory.temporaryFiles();
    if (space == null) {
      throw new IllegalStateException("nothing may be spilled");
    }
    if (!drawing) {
      drawing = true;
      memory.enter(this);
    }
    SpillFile file = SpillFile.in(space, blockBytes);
    spillFiles.add(file);
    return file;
  }

  /** So many bytes went to a file. */
  public void spilled(long bytes) {
    spilled += bytes;
  }

  /** Bytes that went to files so far. */
  public long spilledBytes() {
    return spilled;
  }

  /** What the statement keeps at present, without {@link #computeOnce what lasts}. */
  public long charged() {
    return charged - lastingBytes;
  }

  /**
   * What is made once for a statement that asks again and again, and lasts as long as that.
   *
   * @param owner the operator; its results have one type
   */
  @SuppressWarnings("unchecked")
  public <T> T computeOnce(Object owner, Supplier<T> made) {
    Object known = lasting.get(owner);
    if (known == null) {
      long before = charged();
      known = made.get();
      lastingBytes += charged() - before;
      lasting.put(owner, known);
    }
    return (T) known;
  }

  private void releaseLasting() {
    lasting.clear();
    lastingBytes = 0;
  }

  /** Some of what was charged is not kept any more. */
  public void release(long bytes) {
    charged -= bytes;
    long idle = allowed - Math.max(charged, 0) - MemoryAccount.PIECE;
    if (idle > MemoryAccount.PIECE) {
      allowed -= idle;
      memory.release(idle);
    }
  }

  /** What is kept belongs to a cursor, and stays when the statement has ended. */
  public void becomeCursor() {
    cursor = true;
  }

  boolean isCursor() {
    return cursor;
  }

  /** Nothing is kept any more: the statement, or its cursor, has ended. */
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
