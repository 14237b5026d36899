package io.mosql.storage.lock;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link LockTable}: owners, rows, locks and waits. */
public final class LockState {
  private LockState() {}

  /**
   * A transaction, across all its runs; a prepared one keeps its locks without a session, until its
   * second phase.
   */
  public static final class Owner {
    final long session;

    /** The global identifier under which it is prepared, or is about to be. */
    @Nullable String gid;

    /** Whether its locks belong to a prepared transaction: no session releases them. */
    boolean prepared;

    @Nullable Hold newest;
    int count;
    @Nullable Wait waiting;
    @Nullable ExclusiveTurn turn;
    private volatile boolean over;
    private volatile boolean lost;

    public Owner(long session) {
      this.session = session;
    }

    LockOwnerInfo info() {
      return prepared ? new LockOwnerInfo(0, gid) : new LockOwnerInfo(session, null);
    }

    int count() {
      return count;
    }

    @Nullable Wait waiting() {
      return waiting;
    }

    /** It has ended and will never own a lock again. */
    void end() {
      over = true;
    }

    boolean isOver() {
      return over;
    }

    /** Its locks are lost, together with the leadership of this node. */
    void markLost() {
      newest = null;
      count = 0;
      waiting = null;
      turn = null;
      lost = true;
    }

    /** Whether locks that it owned are lost. */
    public boolean isLost() {
      return lost;
    }

    /** Starts a new run. */
    public void restart() {
      lost = false;
    }

    /** Whether it has nothing to release; called by its own thread. */
    public boolean isIdle() {
      return newest == null && waiting == null && turn == null;
    }
  }

  /** A row that is locked or waited for. */
  static final class Row {
    final long tree;
    final byte[] key;
    final int hash;
    @Nullable Hold holds;
    final List<Wait> waits = new ArrayList<>(0);

    Row(long tree, byte[] key) {
      this.tree = tree;
      this.key = key;
      this.hash = Long.hashCode(tree) * 31 + Arrays.hashCode(key);
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Row other && tree == other.tree && Arrays.equals(key, other.key);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** Whether it is no row, but the identifier of a prepared transaction. */
    boolean isIdentifier() {
      return tree == SystemTrees.PREPARED;
    }

    @Nullable Hold of(Owner owner) {
      for (Hold hold = holds; hold != null; hold = hold.nextOfRow) {
        if (hold.owner == owner) {
          return hold;
        }
      }
      return null;
    }
  }

  /** One owner's lock of one row. */
  public static final class Hold {
    final Owner owner;
    final Row row;
    final long sinceNanos;
    LockMode mode;
    @Nullable Hold nextOfRow;
    @Nullable Hold olderOfOwner;

    Hold(Owner owner, Row row, LockMode mode, long sinceNanos) {
      this.owner = owner;
      this.row = row;
      this.mode = mode;
      this.sinceNanos = sinceNanos;
    }
  }

  /**
   * A request that is not granted yet: for a row lock, or, without a row, for the end of a turn.
   */
  static final class Wait {
    final Owner owner;
    final @Nullable Row row;
    final LockMode mode;
    final @Nullable ExclusiveTurn turn;
    final Object waiter;
    final long sinceNanos;
    volatile boolean granted;

    Wait(
        Owner owner,
        @Nullable Row row,
        LockMode mode,
        @Nullable ExclusiveTurn turn,
        Object waiter,
        long sinceNanos) {
      this.owner = owner;
      this.row = row;
      this.mode = mode;
      this.turn = turn;
      InvariantViolation.check(
          (row == null) == (turn != null), "a wait is for a row or for the end of a turn");
      this.waiter = waiter;
      this.sinceNanos = sinceNanos;
    }

    /** Whether the lock was granted, or the turn has ended and the request is to be retried. */
    boolean granted() {
      return granted;
    }

    /** Whether it waits for the end of a turn, after which the request must be made again. */
    boolean isForTurn() {
      return row == null;
    }

    /** Whether the turn that it waits for has expired. */
    boolean isTurnOver(long nowNanos) {
      return turn != null && turn.isOver(nowNanos);
    }

    /** The handle by which the lock manager wakes the waiting thread. */
    Object waiter() {
      return waiter;
    }
  }

  /** The right of one transaction to be the only new writer of some trees for a limited time. */
  static final class ExclusiveTurn {
    final Owner owner;
    final Set<Long> trees;
    long untilNanos;

    ExclusiveTurn(Owner owner, Set<Long> trees, long untilNanos) {
      this.owner = owner;
      this.trees = trees;
      this.untilNanos = untilNanos;
    }

    boolean isOver(long nowNanos) {
      return untilNanos - nowNanos <= 0;
    }
  }
}
