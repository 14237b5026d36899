package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.Crowd;
import io.mosql.benchmarks.clients.OpenConnections;
import io.mosql.benchmarks.tpcc.check.Delivered;
import io.mosql.benchmarks.tpcc.db.LoadConfig;
import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.txn.Home;
import io.mosql.benchmarks.tpcc.txn.Transactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs terminals against a loaded database, each on a thread and a connection of its own. */
public final class Run {
  private final OpenConnections.Source connections;
  private final LoadConfig loaded;
  private final RunPlan plan;
  private final @Nullable AckedLog acked;
  private final int warehouses;
  private final Observer observer;

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
      OpenConnections.Source connections,
      LoadConfig loaded,
      int warehouses,
      RunPlan plan,
      @Nullable AckedLog acked) {
    this(connections, loaded, warehouses, plan, acked, Observer.NONE);
  }

  /**
   * @param warehouses that take part, the first ones; at most as many as are loaded
   */
  public Run(
      OpenConnections.Source connections,
      LoadConfig loaded,
      int warehouses,
      RunPlan plan,
      @Nullable AckedLog acked,
      Observer observer) {
    if (warehouses < 1 || warehouses > loaded.warehouses()) {
      throw new IllegalArgumentException(
          warehouses + " warehouses asked for, " + loaded.warehouses() + " loaded");
    }
    this.connections = connections;
    this.loaded = loaded;
    this.warehouses = warehouses;
    this.plan = plan;
    this.acked = acked;
    this.observer = observer;
  }

  public Result execute(Listener listener) throws SQLException, InterruptedException {
    TpccRandom random = new TpccRandom(plan.seed());
    NuRandConstants constants = NuRandConstants.forRun(random, loaded.constants().lastName());
    try (OpenConnections opened = new OpenConnections(connections)) {
      List<Transactions> transactions = new ArrayList<>();
      for (int i = 0; i < plan.terminals(); i++) {
        transactions.add(new Transactions(opened.open()));
      }
      return execute(transactions, random, constants, listener);
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
              acked,
              observer);
      all.add(measurements);
      terminals.add(terminal);
    }
    Crowd.run(
        "terminal",
        terminals,
        start,
        elapsed ->
            listener.tick(
                elapsed,
                terminals.stream().mapToLong(Terminal::newOrders).sum(),
                terminals.stream().mapToLong(Terminal::total).sum()));
    long nanos = 0;
    for (Terminal terminal : terminals) {
      nanos = Math.max(nanos, terminal.ended() - start);
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
}
