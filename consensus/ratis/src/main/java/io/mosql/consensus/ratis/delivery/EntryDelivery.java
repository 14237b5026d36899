package io.mosql.consensus.ratis.delivery;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the committed entries of a Raft group to a {@link StateMachine}.
 *
 * <ul>
 *   <li>Every entry is seen once, in order: one that was seen before is passed over, and when one
 *       is missing nothing is delivered any more.
 *   <li>Entries with a record count: the record's index is one more than that of the record before.
 *   <li>The state machine is called by one thread at a time. Records come on Ratis's applying
 *       thread. That a node leads, or does not any more, may come on any thread, which must not
 *       wait for a delivery: it is told by whoever has the turn.
 *   <li>What the state machine throws ends the delivery for good.
 * </ul>
 */
public final class EntryDelivery {
  private static final long LOOK_UP_MILLIS = 50;

  /** What came of an entry. */
  enum DeliveryOutcome {
    DELIVERED,
    /** The state machine did not take it. */
    REFUSED,
    /** It was seen before, or nothing is delivered any more. */
    PASSED_OVER
  }

  private final ReentrantLock turn = new ReentrantLock();
  private final Condition changed = turn.newCondition();
  private final Queue<Consumer<StateMachine>> events = new ConcurrentLinkedQueue<>();
  private final Consumer<Throwable> onStop;
  private final EntryLocator runs;

  /** Records up to this index are not delivered: the state machine has them. */
  private final long knownUpTo;

  /** Null while a checkpoint of another node waits for a state machine. Written with the turn. */
  private volatile @Nullable StateMachine target;

  /** The last record. Written with the turn. */
  private volatile LogStamp last;

  /** The last entry of any kind. Applying thread only, but for its start. */
  private long lastEntry;

  /** Set once. */
  private volatile boolean ended;

  /**
   * @param after the record before the first one that comes
   * @param knownUpTo records up to this index are counted, but not delivered
   * @param onStop called once when something ends the delivery, on the thread that met it
   */
  public EntryDelivery(
      LogStamp after, long knownUpTo, StateMachine target, Consumer<Throwable> onStop) {
    this.last = after;
    this.lastEntry = entryBefore(after);
    this.knownUpTo = knownUpTo;
    this.target = target;
    this.onStop = onStop;
    this.runs = new EntryLocator(after);
  }

  /** The first entry of a Raft log is 0; it never holds a record. */
  private static long entryBefore(LogStamp after) {
    return after.index() == 0 ? -1 : after.entry();
  }

  public LogStamp last() {
    return last;
  }

  public EntryLocator runs() {
    return runs;
  }

  /** For {@link StateMachine#snapshot}, which any thread may ask. */
  @Nullable StateMachine target() {
    return target;
  }

  public boolean isDelivering() {
    return turn.isHeldByCurrentThread();
  }

  public boolean isEnded() {
    return ended;
  }

  /** An entry with a record was committed. Applying thread; never throws. */
  DeliveryOutcome deliver(long term, long entry, byte[] record) {
    if (!advanceTo(entry)) {
      return DeliveryOutcome.PASSED_OVER;
    }
    LogStamp stamp = new LogStamp(last.index() + 1, term, entry);
    turn.lock();
    try {
      StateMachine to = target;
      if (ended || to == null) {
        return DeliveryOutcome.PASSED_OVER;
      }
      notifyPending(to);
      if (stamp.index() > knownUpTo) {
        to.nextEntry(term, entry);
        to.deliver(stamp.index(), record);
      }
      runs.add(stamp);
      last = stamp;
      return DeliveryOutcome.DELIVERED;
    } catch (RuntimeException | Error e) {
      stop(
          new MosqlException(
              SqlState.INTERNAL_ERROR, "record " + stamp.index() + " was not taken", e));
      return DeliveryOutcome.REFUSED;
    } finally {
      turn.unlock();
      drain();
    }
  }

  /** An entry without a record was committed. Applying thread; never throws. */
  void skip(long entry) {
    advanceTo(entry);
  }

  private boolean advanceTo(long entry) {
    if (ended || entry <= lastEntry) {
      return false;
    }
    if (entry != lastEntry + 1) {
      stop(
          new MosqlException(
              SqlState.DATA_CORRUPTED,
              "the replicated log goes on with entry " + entry + " after entry " + lastEntry));
      return false;
    }
    lastEntry = entry;
    return true;
  }

  /** Says something to the state machine as soon as nobody else does. Any thread; does not wait. */
  public void notifyRole(Consumer<StateMachine> event) {
    events.add(event);
    drain();
  }

  private void drain() {
    while (!events.isEmpty() && turn.tryLock()) {
      try {
        StateMachine to = target;
        if (ended || to == null) {
          events.clear();
        } else {
          notifyPending(to);
        }
      } catch (RuntimeException | Error e) {
        stop(new MosqlException(SqlState.INTERNAL_ERROR, "the state machine failed", e));
      } finally {
        turn.unlock();
      }
    }
  }

  private void notifyPending(StateMachine to) {
    for (Consumer<StateMachine> event = events.poll(); event != null; event = events.poll()) {
      event.accept(to);
    }
  }

  /**
   * A checkpoint of another node takes the place of all that was delivered. The state machine is
   * told, and gets nothing any more. Applying thread.
   */
  void replace(LogStamp by) {
    turn.lock();
    try {
      StateMachine to = target;
      if (to != null && !ended) {
        notifyPending(to);
        to.snapshotInstalled(by);
      }
      events.clear();
      target = null;
      last = by;
      lastEntry = by.entry();
      runs.forget(Long.MAX_VALUE);
    } finally {
      turn.unlock();
    }
  }

  /** Waits until there is a state machine on the checkpoint, or none will be. Applying thread. */
  void awaitTarget() {
    boolean interrupted = false;
    turn.lock();
    try {
      while (target == null && !ended) {
        try {
          // Looks up now and then: who ends the delivery does not wait for the turn to say so.
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

  /** Goes on, after {@link #replace}, with this state machine. */
  public void resume(LogStamp after, StateMachine next) {
    turn.lock();
    try {
      if (target != null || ended) {
        throw new IllegalStateException("the log is open already, or closed");
      }
      if (!after.equals(last)) {
        throw new MosqlException(
            SqlState.DATA_CORRUPTED, "the database stands at " + after + ", the log at " + last);
      }
      target = next;
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }

  /** Nothing is delivered any more. Waits for nobody. */
  public void end() {
    ended = true;
  }

  /** Nothing is delivered any more, for this reason. Waits for nobody. */
  void stop(MosqlException cause) {
    if (!ended) {
      end();
      onStop.accept(cause);
    }
  }
}
