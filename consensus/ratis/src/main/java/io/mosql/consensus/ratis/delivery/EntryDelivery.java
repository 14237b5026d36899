package io.mosql.consensus.ratis.delivery;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the committed entries of a Raft group to a {@link ReplicatedStateMachine}.
 *
 * <ul>
 *   <li>Every entry is processed once, in order: a repeated entry is skipped, and a missing entry
 *       ends the delivery.
 *   <li>Only entries with a record are counted: the record's index is the index of the previous
 *       record plus one.
 *   <li>The state machine is called by one thread at a time. Records are delivered on Ratis's
 *       applying thread. Changes of the role may be reported on any thread, which must not block on
 *       a delivery: the thread that holds the lock delivers them.
 *   <li>An exception of the state machine ends the delivery permanently.
 * </ul>
 */
public final class EntryDelivery {
  private static final long LOOK_UP_MILLIS = 50;

  /** Outcome of the delivery of an entry. */
  enum DeliveryOutcome {
    DELIVERED,
    /** The state machine failed. */
    REFUSED,
    /** The entry was processed before, or the delivery has ended. */
    PASSED_OVER
  }

  private final ReentrantLock turn = new ReentrantLock();
  private final Condition changed = turn.newCondition();
  private final Queue<Consumer<ReplicatedStateMachine>> events = new ConcurrentLinkedQueue<>();
  private final Consumer<Throwable> onStop;

  /** Null while a received checkpoint waits for a state machine. Written under the lock. */
  private volatile @Nullable ReplicatedStateMachine target;

  /** Stamp of the last record. Written under the lock. */
  private volatile LogStamp last;

  /**
   * The last entry of any kind. Accessed by the applying thread only, apart from its initial value.
   */
  private long lastEntry;

  /** Never reset. */
  private volatile boolean ended;

  /**
   * @param after the record before the first delivered one
   * @param onStop called once when a failure ends the delivery, on the thread of the failure
   */
  public EntryDelivery(LogStamp after, ReplicatedStateMachine target, Consumer<Throwable> onStop) {
    this.last = after;
    this.lastEntry = entryBefore(after);
    this.target = target;
    this.onStop = onStop;
  }

  /** The first entry of a Raft log is 0; it never holds a record. */
  private static long entryBefore(LogStamp after) {
    return after.index() == 0 ? -1 : after.entry();
  }

  public LogStamp last() {
    return last;
  }

  /** The state machine, for {@link ReplicatedStateMachine#snapshot}, which any thread may call. */
  @Nullable ReplicatedStateMachine target() {
    return target;
  }

  public boolean isDelivering() {
    return turn.isHeldByCurrentThread();
  }

  public boolean isEnded() {
    return ended;
  }

  /** Delivers a committed entry with a record. Applying thread; never throws. */
  DeliveryOutcome deliver(long term, long entry, byte[] record) {
    if (!advanceTo(entry)) {
      return DeliveryOutcome.PASSED_OVER;
    }
    LogStamp stamp = new LogStamp(last.index() + 1, term, entry);
    turn.lock();
    try {
      ReplicatedStateMachine to = target;
      if (ended || to == null) {
        return DeliveryOutcome.PASSED_OVER;
      }
      notifyPending(to);
      to.nextEntry(term, entry);
      to.deliver(stamp.index(), record);
      last = stamp;
      return DeliveryOutcome.DELIVERED;
    } catch (RuntimeException | Error e) {
      stop(RatisErrorMessage.RECORD_REJECTED.causedBy(e, stamp.index()));
      return DeliveryOutcome.REFUSED;
    } finally {
      turn.unlock();
      drain();
    }
  }

  /** Counts a committed entry without a record. Applying thread; never throws. */
  void skip(long entry) {
    advanceTo(entry);
  }

  private boolean advanceTo(long entry) {
    if (ended || entry <= lastEntry) {
      return false;
    }
    if (entry != lastEntry + 1) {
      stop(RatisErrorMessage.LOG_HAS_GAP.error(entry, lastEntry + 1));
      return false;
    }
    lastEntry = entry;
    return true;
  }

  /**
   * Delivers an event to the state machine when no other delivery is running. Any thread; does not
   * block.
   */
  public void notifyRole(Consumer<ReplicatedStateMachine> event) {
    events.add(event);
    drain();
  }

  private void drain() {
    while (!events.isEmpty() && turn.tryLock()) {
      try {
        ReplicatedStateMachine to = target;
        if (ended || to == null) {
          events.clear();
        } else {
          notifyPending(to);
        }
      } catch (RuntimeException | Error e) {
        stop(RatisErrorMessage.STATE_MACHINE_FAILED.causedBy(e));
      } finally {
        turn.unlock();
      }
    }
  }

  private void notifyPending(ReplicatedStateMachine to) {
    assert turn.isHeldByCurrentThread() : "one thread at a time calls the state machine";
    for (Consumer<ReplicatedStateMachine> event = events.poll();
        event != null;
        event = events.poll()) {
      event.accept(to);
    }
  }

  /**
   * Replaces the delivered state by a checkpoint of another node. The current state machine is
   * notified and gets no further calls. Applying thread.
   */
  void replace(LogStamp by) {
    turn.lock();
    try {
      InvariantViolation.check(
          by.index() >= last.index(),
          "a checkpoint that is installed is not older than the state",
          by.index(),
          last.index());
      ReplicatedStateMachine to = target;
      if (to != null && !ended) {
        notifyPending(to);
        to.snapshotInstalled(by);
      }
      events.clear();
      target = null;
      last = by;
      lastEntry = by.entry();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Blocks until there is a state machine on the checkpoint, or the delivery has ended. Applying
   * thread.
   */
  void awaitTarget() {
    boolean interrupted = false;
    turn.lock();
    try {
      while (target == null && !ended) {
        try {
          // Wakes up periodically: the end of the delivery is set without the lock and without a
          // signal.
          changed.await(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      turn.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Continues with this state machine after {@link #replace}. */
  public void resume(LogStamp after, ReplicatedStateMachine next) {
    turn.lock();
    try {
      if (target != null || ended) {
        throw new IllegalStateException("the log is open already, or closed");
      }
      if (!after.equals(last)) {
        throw RatisErrorMessage.STATE_NOT_AT_LOG.error(after, last);
      }
      target = next;
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }

  /** Ends the delivery. Does not block. */
  public void end() {
    ended = true;
  }

  /** Ends the delivery because of a failure. Does not block. */
  void stop(MosqlException cause) {
    if (!ended) {
      end();
      onStop.accept(cause);
    }
  }
}
