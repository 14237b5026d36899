package io.mosql.storage;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SystemTrees;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Counters outside of transactions: for sequences, hidden row ids, and the ids of schema objects.
 *
 * <p>A counter is a row of the counters tree; blocks of numbers are allocated from it by separate
 * commits and served from memory. Numbers are never issued twice; a rollback or a restart leaves
 * gaps. A cached block is valid only while the row is unchanged since its allocation: every change
 * of the row, an allocation or {@link #set}, increments a field of it.
 *
 * <pre>
 * key := BIGINT id       row := BIGINT last number drawn | BOOLEAN whether it was issued | BIGINT changes
 * </pre>
 *
 * Thread-safe; callers of one counter block each other while a block is allocated.
 */
public final class Sequences {
  private static final long OBJECT_IDS = 0;
  private static final int OBJECT_IDS_BLOCK = 32;

  private static final int LAST = 0;
  private static final int CALLED = 1;
  private static final int CHANGES = 2;

  /**
   * The rule by which a counter counts. A counter that is used with several rules still issues no
   * number twice, as long as they count in one direction and do not cycle.
   *
   * @param start the first number, when the counter was never set
   * @param increment not 0; negative counts down
   * @param minimum least number; where a descending counter ends
   * @param maximum greatest number; where an ascending counter ends
   * @param cycle whether the counter goes on at its other bound when it has reached the end
   */
  public record Rule(long start, long increment, long minimum, long maximum, boolean cycle) {
    public Rule {
      if (increment == 0) {
        throw new IllegalArgumentException("increment 0");
      }
    }

    /**
     * Written out: the first call of a record's own method makes classes, at the start of the
     * process.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Rule rule
          && rule.start == start
          && rule.increment == increment
          && rule.minimum == minimum
          && rule.maximum == maximum
          && rule.cycle == cycle;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(start ^ increment ^ minimum ^ maximum) + (cycle ? 1 : 0);
    }

    /** A rule with all numbers of 64 bits. */
    public static Rule of(long start, long increment) {
      return new Rule(start, increment, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    /** The count of numbers after a given one, up to a limit. */
    private long numbersAfter(long number, long limit) {
      // Distances of 64 bits: exact as unsigned numbers.
      long count =
          increment > 0
              ? number >= maximum ? 0 : Long.divideUnsigned(maximum - number, increment)
              : number <= minimum ? 0 : Long.divideUnsigned(number - minimum, -increment);
      return Long.compareUnsigned(count, limit) < 0 ? count : limit;
    }

    /** Whether a number follows another one in the direction of the increment. */
    private boolean isBeyond(long number, long other) {
      return increment > 0 ? number > other : number < other;
    }

    /** The count of whole increments from a number to another one that is not before it. */
    private long steps(long from, long to) {
      return increment > 0
          ? Long.divideUnsigned(to - from, increment)
          : Long.divideUnsigned(from - to, -increment);
    }
  }

  /**
   * The state of a counter.
   *
   * @param called whether the number was issued, so that the one after it is next
   */
  public record Position(long last, boolean called) {}

  /** The numbers of one counter that are allocated but not issued. Guarded by its lock. */
  private static final class Block {
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long last;
    private @Nullable Rule rule;
    private long left;
    private byte @Nullable [] row;
    private Root.@Nullable TreeState counters;
    private long lead;
  }

  private record Counter(long last, boolean called, long changes) {
    /** The number to issue next; empty at the end of the rule. */
    OptionalLong next(Rule rule) {
      if (!called) {
        return OptionalLong.of(last);
      }
      if (rule.numbersAfter(last, 1) > 0) {
        return OptionalLong.of(last + rule.increment);
      }
      return rule.cycle
          ? OptionalLong.of(rule.increment > 0 ? rule.minimum : rule.maximum)
          : OptionalLong.empty();
    }
  }

  private final Store store;
  private final Rule objectIds;

  /** Incremented when this node loses the lead: blocks allocated before are discarded. */
  private final AtomicLong leads = new AtomicLong();

  private final Map<Long, Block> blocks = new ConcurrentHashMap<>();

  /**
   * @param firstId the first id of an object
   */
  Sequences(Store store, long firstId) {
    this.store = store;
    this.objectIds = Rule.of(firstId, 1);
  }

  /** Discards the numbers that were allocated and not issued. Does not block. */
  void forget() {
    leads.incrementAndGet();
  }

  long newId() {
    return next(OBJECT_IDS, objectIds, OBJECT_IDS_BLOCK);
  }

  /**
   * Returns the next number.
   *
   * @param blockSize how many to allocate at once when none is left; at least 1
   * @throws MosqlException 2200H when the rule has no number left
   */
  public long next(long id, Rule rule, int blockSize) {
    if (blockSize < 1) {
      throw new IllegalArgumentException("block of " + blockSize);
    }
    Block block = locked(id);
    try {
      if (block.left == 0 || !rule.equals(block.rule) || !isCurrent(id, block)) {
        draw(id, block, rule, blockSize);
      }
      long number = block.next;
      block.left--;
      block.next = number + rule.increment;
      return number;
    } finally {
      block.lock.unlock();
    }
  }

  /**
   * Returns the numbers that were allocated here and not issued to the counter, and reports the
   * counter's state; null when it was never allocated from or set.
   */
  public @Nullable Position settle(long id) {
    WouldBlock.throwIfForbidden();
    Block block = locked(id);
    try {
      while (true) {
        Transaction transaction = store.begin(false);
        Counter counter = read(transaction, id);
        if (counter == null || block.left == 0 || !isCurrent(id, block)) {
          transaction.rollback();
          block.left = 0;
          return counter == null ? null : new Position(counter.last, counter.called);
        }
        long last = block.next - Objects.requireNonNull(block.rule).increment;
        write(transaction, id, last, true, counter);
        if (transaction.commit() instanceof CommitResult.Committed) {
          block.left = 0;
          return new Position(last, true);
        }
      }
    } finally {
      block.lock.unlock();
    }
  }

  /** Settles all counters that numbers were allocated from here. */
  void settleAll() {
    blocks.keySet().forEach(this::settle);
  }

  /**
   * Sets a counter, like setval.
   *
   * @param isCalled whether the number counts as issued, so that the one after it is next
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
   * Records that a number was used without being issued: numbers up to it, in the direction of the
   * counter, are not issued any more. The counter keeps its grid, which continues in steps of the
   * increment from its current number; a number that it has passed, or that lies before its start,
   * changes nothing. Commits only when the number is beyond the allocated ones, and then allocates
   * a block after it. A counter that cycles ignores the call.
   */
  public void raiseTo(long id, long value, Rule rule, int blockSize) {
    if (rule.cycle) {
      return;
    }
    Block block = locked(id);
    try {
      if (block.left > 0
          && rule.equals(block.rule)
          && !rule.isBeyond(value, block.last)
          && isCurrent(id, block)) {
        if (!rule.isBeyond(block.next, value)) {
          long skipped = rule.steps(block.next, value) + 1;
          block.next += skipped * rule.increment;
          block.left -= skipped;
        }
        return;
      }
      WouldBlock.throwIfForbidden();
      // The number is past the rest of the block, or the counter cannot reach it.
      block.left = 0;
      while (true) {
        long lead = leads.get();
        Transaction transaction = store.begin(false);
        Counter counter = read(transaction, id);
        OptionalLong next = counter == null ? OptionalLong.of(rule.start) : counter.next(rule);
        if (next.isEmpty() || rule.isBeyond(next.getAsLong(), value)) {
          transaction.rollback();
          return;
        }
        long first = next.getAsLong();
        long used = first + rule.numbersAfter(first, rule.steps(first, value)) * rule.increment;
        long drawn = rule.numbersAfter(used, blockSize);
        byte[] row = write(transaction, id, used + drawn * rule.increment, true, counter);
        if (transaction.commit() instanceof CommitResult.Committed) {
          block.next = used + rule.increment;
          block.last = used + drawn * rule.increment;
          block.rule = rule;
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

  /** Discards the cached numbers of a counter that was dropped. */
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
      // Another thread that owns it may be committing.
      WouldBlock.throwIfForbidden();
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

  private void draw(long id, Block block, Rule rule, int blockSize) {
    WouldBlock.throwIfForbidden();
    while (true) {
      long lead = leads.get();
      Transaction transaction = store.begin(false);
      Counter counter = read(transaction, id);
      OptionalLong next = counter == null ? OptionalLong.of(rule.start) : counter.next(rule);
      if (next.isEmpty()) {
        transaction.rollback();
        throw StorageErrorMessage.SEQUENCE_EXHAUSTED.error();
      }
      long first = next.getAsLong();
      long count = rule.numbersAfter(first, blockSize - 1) + 1;
      InvariantViolation.check(
          count >= 1 && count <= blockSize, "a block has numbers", count, blockSize);
      long last = first + (count - 1) * rule.increment;
      byte[] row = write(transaction, id, last, true, counter);
      if (transaction.commit() instanceof CommitResult.Committed) {
        block.next = first;
        block.last = last;
        block.rule = rule;
        block.left = count;
        block.lead = lead;
        block.row = row;
        block.counters = null;
        return;
      }
    }
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
      throw StorageErrorMessage.DAMAGED_RECORD.error("NULL in a sequence");
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
