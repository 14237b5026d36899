package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps what clients do. All of them share one counter for moments: when one attempt ended before
 * another one began, its number is the smaller one.
 *
 * <p>Memory is bounded by a number of values (see {@link TransactionStep#weight()}): whoever is
 * about to begin asks {@link #hasRoom()} first. Thread-safe; each {@link Running} belongs to one
 * thread.
 */
public final class HistoryRecorder {
  private final AtomicLong moments = new AtomicLong();
  private final AtomicLong weight = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();
  private final Queue<Attempt> ended = new ConcurrentLinkedQueue<>();
  private final long weightMax;

  /**
   * @param weightMax values that are kept, about
   */
  public HistoryRecorder(long weightMax) {
    this.weightMax = weightMax;
  }

  /** Whether more is to be recorded. */
  public boolean hasRoom() {
    return weight.get() < weightMax;
  }

  /** To be called before the first statement of a transaction is sent. */
  public Running begin(int client) {
    running.incrementAndGet();
    return new Running(client, moments.incrementAndGet());
  }

  /**
   * All that was recorded.
   *
   * @throws IllegalStateException when a transaction still runs
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

    /** To be called when a statement was answered; of a change, before it is sent. */
    public void add(TransactionStep step) {
      steps.add(step);
    }

    /** To be called after the answer to its end had come, once. */
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
