package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.tpcc.check.AckedLog;
import io.mosql.benchmarks.tpcc.check.Delivered;
import io.mosql.benchmarks.tpcc.db.LoadConfig;
import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.txn.Home;
import io.mosql.benchmarks.tpcc.txn.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs terminals against a loaded database, each on a thread and a connection of its own. */
public final class Run {
  private static final long TICK_MS = 1000;

  private final Connections connections;
  private final LoadConfig loaded;
  private final RunPlan plan;
  private final @Nullable AckedLog acked;
  private final int warehouses;

  /** Where terminals get theirs from, for example {@code database::open}. */
  public interface Connections {
    Connection open() throws SQLException;
  }

  /** Told once a second how far a run has come. */
  public interface Listener {
    void tick(double seconds, long newOrders, long total);
  }

  /**
   * @param seconds from the start of the first transaction to the end of the last one
   * @param terminalsGaveUp terminals that errors ended before their time
   */
  public record Result(Measurements measurements, double seconds, int terminalsGaveUp) {}

  /**
   * @param warehouses that take part, the first ones; at most as many as are loaded
   */
  public Run(
      Connections connections,
      LoadConfig loaded,
      int warehouses,
      RunPlan plan,
      @Nullable AckedLog acked) {
    if (warehouses < 1 || warehouses > loaded.warehouses()) {
      throw new IllegalArgumentException(
          warehouses + " warehouses asked for, " + loaded.warehouses() + " loaded");
    }
    this.connections = connections;
    this.loaded = loaded;
    this.warehouses = warehouses;
    this.plan = plan;
    this.acked = acked;
  }

  public Result execute(Listener listener) throws SQLException, InterruptedException {
    TpccRandom random = new TpccRandom(plan.seed());
    NuRandConstants constants = NuRandConstants.forRun(random, loaded.constants().lastName());
    List<Connection> opened = new ArrayList<>();
    try {
      List<Transactions> transactions = new ArrayList<>();
      for (int i = 0; i < plan.terminals(); i++) {
        Connection connection = connections.open();
        opened.add(connection);
        transactions.add(new Transactions(connection));
      }
      return execute(transactions, random, constants, listener);
    } finally {
      closeAll(opened);
    }
  }

  private Result execute(
      List<Transactions> transactions,
      TpccRandom random,
      NuRandConstants constants,
      Listener listener)
      throws InterruptedException {
    List<Terminal> terminals = new ArrayList<>();
    List<Measurements> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    long start = System.nanoTime();
    long seconds = plan.seconds() > 0 ? plan.seconds() : Integer.MAX_VALUE;
    Terminal.Clock clock = new Terminal.Clock(start, start + seconds * 1_000_000_000L);
    for (int i = 0; i < transactions.size(); i++) {
      Measurements measurements = new Measurements(emptyDelivered());
      Terminal terminal =
          new Terminal(
              transactions.get(i),
              home(i, constants),
              plan,
              random.split(),
              measurements,
              clock,
              acked);
      Thread thread = new Thread(terminal, "terminal-" + (i + 1));
      thread.setUncaughtExceptionHandler((t, e) -> failure.compareAndSet(null, e));
      all.add(measurements);
      terminals.add(terminal);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      awaitEnd(thread, terminals, start, listener);
    }
    long nanos = 0;
    for (Terminal terminal : terminals) {
      nanos = Math.max(nanos, terminal.ended() - start);
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a terminal failed", thrown);
    }
    Measurements sum = new Measurements(emptyDelivered());
    all.forEach(sum::add);
    int gaveUp = (int) terminals.stream().filter(Terminal::gaveUp).count();
    return new Result(sum, nanos / 1e9, gaveUp);
  }

  private Delivered emptyDelivered() {
    return new Delivered(loaded.warehouses(), loaded.scale().districts());
  }

  private Home home(int terminal, NuRandConstants constants) {
    int warehouse = terminal % warehouses + 1;
    int district = terminal / warehouses % loaded.scale().districts() + 1;
    return new Home(warehouse, district, warehouses, loaded.scale(), constants);
  }

  private static void awaitEnd(
      Thread thread, List<Terminal> terminals, long start, Listener listener)
      throws InterruptedException {
    while (true) {
      long elapsedMs = (System.nanoTime() - start) / 1_000_000;
      thread.join(TICK_MS - elapsedMs % TICK_MS);
      if (!thread.isAlive()) {
        return;
      }
      listener.tick(
          (System.nanoTime() - start) / 1e9,
          terminals.stream().mapToLong(Terminal::newOrders).sum(),
          terminals.stream().mapToLong(Terminal::total).sum());
    }
  }

  private static void closeAll(List<Connection> connections) throws SQLException {
    SQLException first = null;
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        if (first == null) {
          first = e;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
