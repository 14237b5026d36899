package io.mosql.storage;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldWait;
import io.mosql.core.type.SqlType;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Counters outside of transactions: sequences, hidden row ids, and the ids of schema objects.
 *
 * <p>A counter is a row of the counters tree; blocks of numbers are drawn from it by commits of
 * their own and handed out from memory. Numbers are never handed out twice; a rollback or a restart
 * leaves gaps. A cached block is good only while the row still reads as its draw left it: every
 * change of the row, a draw or {@link #set}, counts up a field of it.
 *
 * <pre>
 * key := BIGINT id       row := BIGINT last number drawn | BOOLEAN whether it was handed out | BIGINT changes
 * </pre>
 *
 * Thread-safe; callers of one counter wait for each other while a block is drawn.
 */
public final class Sequences {
  private static final long OBJECT_IDS = 0;
  private static final int OBJECT_IDS_BLOCK = 32;

  private static final int LAST = 0;
  private static final int CALLED = 1;
  private static final int CHANGES = 2;

  /** The numbers of one counter that are drawn but not handed out. Guarded by its lock. */
  private static final class Block {
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long last;
    private long increment;
    private long left;
    private byte @Nullable [] row;
    private Root.@Nullable TreeState counters;
    private long lead;
  }

  private record Counter(long last, boolean called, long changes) {}

  private final Store store;

  /** Counts up when this node leads no more: blocks that were drawn before are given up. */
  private final AtomicLong leads = new AtomicLong();

  private final Map<Long, Block> blocks = new ConcurrentHashMap<>();

  Sequences(Store store) {
    this.store = store;
  }

  /** Gives up what was drawn and not handed out. Waits for nobody. */
  void forget() {
    leads.incrementAndGet();
  }

  long newId() {
    return next(OBJECT_IDS, SystemTrees.FIRST_USER_ID, 1, OBJECT_IDS_BLOCK);
  }

  /**
   * The next number.
   *
   * @param start the first number ever, when the counter was never set
   * @param increment not 0; negative counts down
   * @param blockSize how many to draw at once when none is left; at least 1
   * @throws MosqlException 22003 when no number is left in 64 bits
   */
  public long next(long id, long start, long increment, int blockSize) {
    if (increment == 0 || blockSize < 1) {
      throw new IllegalArgumentException("increment " + increment + ", block of " + blockSize);
    }
    Block block = locked(id);
    try {
      if (block.left == 0 || block.increment != increment || !isCurrent(id, block)) {
        draw(id, block, start, increment, blockSize);
      }
      long number = block.next;
      block.left--;
      block.next = number + increment;
      return number;
    } finally {
      block.lock.unlock();
    }
  }

  /**
   * Sets a counter, like setval.
   *
   * @param isCalled whether the number counts as handed out, so that the one after it is next
   */
  public void set(long id, long value, boolean isCalled) {
    Block block = locked(id);
    try {
      block.left = 0;
      CommitResult result;
      do {
        Transaction transaction = store.begin(false);
        Counter counter = read(transaction, id);
        write(transaction, id, value, isCalled, counter);
        result = transaction.commit();
      } while (result instanceof CommitResult.Conflict);
    } finally {
      block.lock.unlock();
    }
  }

  /**
   * Sees to it that numbers up to the given one are not handed out any more, for a counter that
   * counts up by one: somebody used this one without asking. Costs a commit only when the number is
   * beyond what was drawn, and then draws a block after it.
   */
  public void raiseTo(long id, long value, int blockSize) {
    Block block = locked(id);
    try {
      if (block.left > 0 && block.increment > 0 && value <= block.last && isCurrent(id, block)) {
        if (value >= block.next) {
          long skipped = (value - block.next) / block.increment + 1;
          block.next += skipped * block.increment;
          block.left -= skipped;
        }
        return;
      }
      WouldWait.unlessAllowed();
      while (true) {
        long lead = leads.get();
        Transaction transaction = store.begin(false);
        Counter counter = read(transaction, id);
        if (counter != null
            && (counter.last() > value || (counter.last() == value && counter.called()))) {
          transaction.rollback();
          return;
        }
        block.left = 0;
        long drawn = Math.min(blockSize, Long.MAX_VALUE - value);
        byte[] row = write(transaction, id, value + drawn, true, counter);
        if (transaction.commit() instanceof CommitResult.Committed) {
          block.next = value + 1;
          block.last = value + drawn;
          block.increment = 1;
          block.left = drawn;
          block.lead = lead;
          block.row = row;
          block.counters = null;
          return;
        }
      }
    } finally {
      block.lock.unlock();
    }
  }

  /** Forgets a counter that nobody will ask for again. */
  public void drop(long id) {
    Block block = locked(id);
    try {
      block.left = 0;
      Transaction transaction = store.begin(false);
      transaction.remove(SystemTrees.COUNTERS, key(id));
      transaction.commit();
    } finally {
      block.lock.unlock();
    }
    blocks.remove(id);
  }

  private Block locked(long id) {
    Block block = blocks.computeIfAbsent(id, unused -> new Block());
    if (!block.lock.tryLock()) {
      // Whoever has it may be committing.
      WouldWait.unlessAllowed();
      block.lock.lock();
    }
    return block;
  }

  private boolean isCurrent(long id, Block block) {
    if (block.lead != leads.get()) {
      return false;
    }
    Root root = store.published();
    Root.TreeState counters = root.state(SystemTrees.COUNTERS);
    if (counters == block.counters) {
      return true;
    }
    if (!Arrays.equals(root.get(SystemTrees.COUNTERS, key(id)), block.row)) {
      return false;
    }
    block.counters = counters;
    return true;
  }

  private void draw(long id, Block block, long start, long increment, int blockSize) {
    WouldWait.unlessAllowed();
    while (true) {
      long lead = leads.get();
      Transaction transaction = store.begin(false);
      Counter counter = read(transaction, id);
      long first;
      try {
        first =
            counter == null
                ? start
                : counter.called() ? Math.addExact(counter.last(), increment) : counter.last();
      } catch (ArithmeticException e) {
        transaction.rollback();
        throw new MosqlException(
            SqlState.NUMBER_OUT_OF_RANGE, "the sequence has no number left", e);
      }
      long count = numbersLeft(first, increment, blockSize);
      long last = first + (count - 1) * increment;
      byte[] row = write(transaction, id, last, true, counter);
      if (transaction.commit() instanceof CommitResult.Committed) {
        block.next = first;
        block.last = last;
        block.increment = increment;
        block.left = count;
        block.lead = lead;
        block.row = row;
        block.counters = null;
        return;
      }
    }
  }

  /** How many numbers there are from {@code first} on, that one included, up to a limit. */
  private static int numbersLeft(long first, long increment, int limit) {
    int count = 1;
    long last = first;
    while (count < limit) {
      long next = last + increment;
      if (((last ^ next) & (increment ^ next)) < 0) {
        break;
      }
      last = next;
      count++;
    }
    return count;
  }

  private static @Nullable Counter read(Transaction transaction, long id) {
    byte[] row = transaction.get(SystemTrees.COUNTERS, key(id), ColumnSet.ALL);
    if (row == null) {
      return null;
    }
    Object last = RowFormat.decode(row, LAST, SqlType.BIGINT);
    Object called = RowFormat.decode(row, CALLED, SqlType.BOOLEAN);
    Object changes = RowFormat.decode(row, CHANGES, SqlType.BIGINT);
    if (last == null || called == null || changes == null) {
      throw ByteSource.damaged("a counter holds NULL");
    }
    return new Counter((Long) last, (Boolean) called, (Long) changes);
  }

  private static byte[] write(
      Transaction transaction, long id, long last, boolean called, @Nullable Counter before) {
    byte[] row =
        RowFormat.row(
            new byte[][] {
              RowFormat.encodeField(SqlType.BIGINT, last),
              RowFormat.encodeField(SqlType.BOOLEAN, called),
              RowFormat.encodeField(SqlType.BIGINT, before == null ? 1 : before.changes() + 1)
            });
    transaction.put(SystemTrees.COUNTERS, key(id), row);
    return row;
  }

  private static byte[] key(long id) {
    return new KeyWriter().column(SqlType.BIGINT, id).toKey();
  }
}
