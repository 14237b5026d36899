package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A recorder of the steps of all clients. They share one counter for moments: when one attempt
 * ended before another one began, its number is smaller.
 *
 * <p>Memory is bounded by a number of values (see {@link TransactionStep#weight()}): clients check
 * {@link #hasRoom()} before each attempt. Thread-safe; each {@link Running} belongs to one thread.
 */
public final class HistoryRecorder {
  private final AtomicLong moments = new AtomicLong();
  private final AtomicLong weight = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();
  private final Queue<Attempt> ended = new ConcurrentLinkedQueue<>();
  private final long weightMax;

  /**
   * @param weightMax approximate maximum of recorded values
   */
  public HistoryRecorder(long weightMax) {
    this.weightMax = weightMax;
  }

  /** Whether there is room for another attempt. */
  public boolean hasRoom() {
    return weight.get() < weightMax;
  }

  /** To be called before the first statement of a transaction is sent. */
  public Running begin(int client) {
    running.incrementAndGet();
    return new Running(client, moments.incrementAndGet());
  }

  /**
   * The history so far.
   *
   * @throws IllegalStateException when a transaction is still running
   */
  public History history() {
    if (running.get() != 0) {
      throw new IllegalStateException(running + " transactions have not ended");
    }
    return new History(List.copyOf(ended));
  }

  /** A transaction that has not ended. Not thread-safe. */
  public final class Running {
    private final int client;
    private final long invoked;
    private final List<TransactionStep> steps = new ArrayList<>();
    private boolean over;

    private Running(int client, long invoked) {
      this.client = client;
      this.invoked = invoked;
    }

    /** To be called when a statement was answered; for a change, before it is sent. */
    public void add(TransactionStep step) {
      steps.add(step);
    }

    /** To be called once, after the answer to its end was received. */
    public void end(AttemptOutcome outcome) {
      if (over) {
        throw new IllegalStateException("it has ended already");
      }
      over = true;
      Attempt attempt = new Attempt(client, invoked, moments.incrementAndGet(), outcome, steps);
      weight.addAndGet(1 + steps.stream().mapToLong(TransactionStep::weight).sum());
      ended.add(attempt);
      running.decrementAndGet();
    }
  }
}
