package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.TransactionRetrier;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.transaction.NewOrderTransaction;
import io.mosql.benchmarks.tpcc.transaction.TerminalInput;
import io.mosql.benchmarks.tpcc.transaction.TerminalTransactions;
import io.mosql.benchmarks.tpcc.transaction.TpccOutcome;
import io.mosql.benchmarks.tpcc.transaction.TpccTransaction;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Client that runs the transaction mix without keying and think times until its time is over or
 * errors end it.
 */
final class TpccTerminal implements Runnable {
  private final TerminalTransactions transactions;
  private final TerminalInput home;
  private final RunPlan plan;
  private final TpccRandom random;
  private final Measurements measurements;
  private final TransactionRetrier attempts;
  private final Clock clock;
  private final @Nullable AckedLog acked;
  private final TransactionListener observer;

  private final AtomicLong newOrders = new AtomicLong();
  private final AtomicLong total = new AtomicLong();
  private long ended;

  /**
   * State shared by the terminals of a run: its start, its end, and the time of the last completion
   * of any terminal.
   */
  static final class Clock {
    final long start;
    final long end;
    final AtomicLong lastCompletion;

    Clock(long start, long end) {
      this.start = start;
      this.end = end;
      this.lastCompletion = new AtomicLong(start);
    }
  }

  TpccTerminal(
      TerminalTransactions transactions,
      TerminalInput home,
      RunPlan plan,
      TpccRandom random,
      Measurements measurements,
      Clock clock,
      @Nullable AckedLog acked,
      TransactionListener observer) {
    this.transactions = transactions;
    this.home = home;
    this.plan = plan;
    this.random = random;
    this.measurements = measurements;
    this.attempts =
        new TransactionRetrier(
            transactions.connection(), plan.retries(), measurements.failures(), observer::failed);
    this.clock = clock;
    this.acked = acked;
    this.observer = observer;
  }

  @Override
  public void run() {
    TransactionMix.Deck deck = plan.mix().deck();
    long pace =
        plan.limitPerMinute() == 0 ? 0 : 60_000_000_000L * plan.terminals() / plan.limitPerMinute();
    long due = clock.start;
    long now = System.nanoTime();
    ended = now;
    for (int done = 0; goesOn(done, now); done++) {
      TransactionType type = deck.deal(random);
      TpccTransaction transaction = transactions.get(type);
      transaction.prepare(random, plan.warehouseFixed() ? home : anyWarehouse());
      long start = System.nanoTime();
      TpccOutcome outcome = attempts.run(type.label(), transaction::execute);
      long end = System.nanoTime();
      if (outcome != null) {
        book(transaction, outcome, start, end);
      }
      long booked = System.nanoTime();
      measurements.generatorTook(start - now + (booked - end));
      now = booked;
      ended = booked;
      if (pace > 0) {
        due += pace;
        now = sleepUntil(due);
      }
    }
  }

  private boolean goesOn(int done, long now) {
    boolean enough = plan.transactionsPerTerminal() > 0 && done >= plan.transactionsPerTerminal();
    return !enough && !attempts.gaveUp() && now - clock.end < 0;
  }

  private TerminalInput anyWarehouse() {
    return home.at(random.between(1, home.warehouses()));
  }

  private void book(TpccTransaction transaction, TpccOutcome outcome, long start, long end) {
    boolean committedOrder = false;
    if (outcome == TpccOutcome.COMMITTED) {
      measurements.committed(transaction, end - start);
      observer.committed(transaction.type(), start, end);
      if (transaction instanceof NewOrderTransaction order) {
        committedOrder = true;
        acknowledge(order);
        newOrders.lazySet(newOrders.getPlain() + 1);
      }
    } else {
      measurements.rolledBack(transaction, end - start);
    }
    total.lazySet(total.getPlain() + 1);
    long gap = end - clock.lastCompletion.getAndSet(end);
    measurements.series().record(end - clock.start, committedOrder, gap);
  }

  private void acknowledge(NewOrderTransaction order) {
    if (acked == null) {
      return;
    }
    try {
      acked.append(order.warehouse(), order.district(), order.orderId(), order.lines());
    } catch (IOException e) {
      throw new UncheckedIOException("acked.log", e);
    }
  }

  private static long sleepUntil(long due) {
    long now = System.nanoTime();
    while (now - due < 0) {
      LockSupport.parkNanos(due - now);
      now = System.nanoTime();
    }
    return now;
  }

  /** New-Order transactions so far; called by any thread. */
  long newOrders() {
    return newOrders.get();
  }

  /** Transactions so far; called by any thread. */
  long total() {
    return total.get();
  }

  /**
   * End of the last transaction, successful or not; may be called when the terminal's thread has
   * ended.
   */
  long ended() {
    return ended;
  }

  /** Whether errors ended the terminal early. */
  boolean gaveUp() {
    return attempts.gaveUp();
  }
}
