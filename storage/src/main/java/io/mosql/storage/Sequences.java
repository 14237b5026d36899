package io.mosql.storage;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldWait;
import io.mosql.core.type.SqlType;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
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

  private record Counter(long last, boolean called, long changes) {
    /** The number to hand out next; empty when 64 bits have none left. */
    OptionalLong next(long increment) {
      if (!called) {
        return OptionalLong.of(last);
      }
      return numbersAfter(last, increment, 1) == 0
          ? OptionalLong.empty()
          : OptionalLong.of(last + increment);
    }
  }

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
   * @throws MosqlException 2200H when no number is left in 64 bits
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
   * Takes note of a number that was used without being drawn: numbers up to it, in the direction of
   * the counter, are not handed out any more. The counter stays on its grid, which goes on in steps
   * of the increment from where it stands; a number that it has passed, or that lies before its
   * start, changes nothing. Costs a commit only when the number is beyond what was drawn, and then
   * draws a block after it.
   *
   * @param start the first number ever, when the counter was never set
   * @param increment not 0; negative counts down
   */
  public void raiseTo(long id, long value, long start, long increment, int blockSize) {
    Block block = locked(id);
    try {
      if (block.left > 0
          && block.increment == increment
          && !isBeyond(value, block.last, increment)
          && isCurrent(id, block)) {
        if (!isBeyond(block.next, value, increment)) {
          long skipped = steps(block.next, value, increment) + 1;
          block.next += skipped * increment;
          block.left -= skipped;
        }
        return;
      }
      WouldWait.unlessAllowed();
      // What is left of a block is passed by the number, or is none of the counter's any more.
      block.left = 0;
      while (true) {
        long lead = leads.get();
        Transaction transaction = store.begin(false);
        Counter counter = read(transaction, id);
        OptionalLong next = counter == null ? OptionalLong.of(start) : counter.next(increment);
        if (next.isEmpty() || isBeyond(next.getAsLong(), value, increment)) {
          transaction.rollback();
          return;
        }
        long first = next.getAsLong();
        long used = first + steps(first, value, increment) * increment;
        long drawn = numbersAfter(used, increment, blockSize);
        byte[] row = write(transaction, id, used + drawn * increment, true, counter);
        if (transaction.commit() instanceof CommitResult.Committed) {
          block.next = used + increment;
          block.last = used + drawn * increment;
          block.increment = increment;
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

  /** Whether a number comes after another one in the direction of an increment. */
  private static boolean isBeyond(long number, long other, long increment) {
    return increment > 0 ? number > other : number < other;
  }

  /** How many whole increments lead from a number to another one that is not before it. */
  private static long steps(long from, long to, long increment) {
    // Distances of 64 bits: as unsigned numbers they are exact.
    return increment > 0
        ? Long.divideUnsigned(to - from, increment)
        : Long.divideUnsigned(from - to, -increment);
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
      OptionalLong next = counter == null ? OptionalLong.of(start) : counter.next(increment);
      if (next.isEmpty()) {
        transaction.rollback();
        throw new MosqlException(
            SqlState.SEQUENCE_LIMIT_EXCEEDED, "the sequence has no number left");
      }
      long first = next.getAsLong();
      long count = numbersAfter(first, increment, blockSize - 1) + 1;
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

  /** How many numbers there are after one, up to a limit. */
  private static long numbersAfter(long number, long increment, long limit) {
    long count =
        increment > 0
            ? Long.divideUnsigned(Long.MAX_VALUE - number, increment)
            : Long.divideUnsigned(number - Long.MIN_VALUE, -increment);
    return Long.compareUnsigned(count, limit) < 0 ? count : limit;
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
