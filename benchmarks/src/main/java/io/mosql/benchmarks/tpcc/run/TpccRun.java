package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.ConcurrentThreads;
import io.mosql.benchmarks.clients.ConnectionSet;
import io.mosql.benchmarks.tpcc.check.DeliveredOrders;
import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import io.mosql.benchmarks.tpcc.transaction.TerminalInput;
import io.mosql.benchmarks.tpcc.transaction.TerminalTransactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Run of terminals on a loaded database, each with its own thread and connection. */
public final class TpccRun {
  private final ConnectionSet.Source connections;
  private final LoadConfig loaded;
  private final RunPlan plan;
  private final @Nullable AckedLog acked;
  private final int warehouses;
  private final TransactionListener observer;

  /** Listener that receives the progress of a run once a second. */
  public interface Listener {
    void tick(double seconds, long newOrders, long total);
  }

  /**
   * Result of a run.
   *
   * @param seconds time from the start of the first transaction to the end of the last one
   * @param terminalsGaveUp number of terminals ended early by errors
   */
  public record Result(Measurements measurements, double seconds, int terminalsGaveUp) {}

  /**
   * @param warehouses number of warehouses used, the first ones; at most the number loaded
   */
  public TpccRun(
      ConnectionSet.Source connections,
      LoadConfig loaded,
      int warehouses,
      RunPlan plan,
      @Nullable AckedLog acked) {
    this(connections, loaded, warehouses, plan, acked, TransactionListener.NONE);
  }

  /**
   * @param warehouses number of warehouses used, the first ones; at most the number loaded
   */
  public TpccRun(
      ConnectionSet.Source connections,
      LoadConfig loaded,
      int warehouses,
      RunPlan plan,
      @Nullable AckedLog acked,
      TransactionListener observer) {
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
    try (ConnectionSet opened = new ConnectionSet(connections)) {
      List<TerminalTransactions> transactions = new ArrayList<>();
      for (int i = 0; i < plan.terminals(); i++) {
        transactions.add(new TerminalTransactions(opened.open()));
      }
      return execute(transactions, random, constants, listener);
    }
  }

  private Result execute(
      List<TerminalTransactions> transactions,
      TpccRandom random,
      NuRandConstants constants,
      Listener listener)
      throws InterruptedException {
    List<TpccTerminal> terminals = new ArrayList<>();
    List<Measurements> all = new ArrayList<>();
    long start = System.nanoTime();
    long seconds = plan.seconds() > 0 ? plan.seconds() : Integer.MAX_VALUE;
    TpccTerminal.Clock clock = new TpccTerminal.Clock(start, start + seconds * 1_000_000_000L);
    for (int i = 0; i < transactions.size(); i++) {
      Measurements measurements = new Measurements(emptyDelivered());
      TpccTerminal terminal =
          new TpccTerminal(
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
    ConcurrentThreads.run(
        "terminal",
        terminals,
        start,
        elapsed ->
            listener.tick(
                elapsed,
                terminals.stream().mapToLong(TpccTerminal::newOrders).sum(),
                terminals.stream().mapToLong(TpccTerminal::total).sum()));
    long nanos = 0;
    for (TpccTerminal terminal : terminals) {
      nanos = Math.max(nanos, terminal.ended() - start);
    }
    Measurements sum = new Measurements(emptyDelivered());
    all.forEach(sum::add);
    int gaveUp = (int) terminals.stream().filter(TpccTerminal::gaveUp).count();
    return new Result(sum, nanos / 1e9, gaveUp);
  }

  private DeliveredOrders emptyDelivered() {
    return new DeliveredOrders(loaded.warehouses(), loaded.scale().districts());
  }

  private TerminalInput home(int terminal, NuRandConstants constants) {
    int warehouse = terminal % warehouses + 1;
    int district = terminal / warehouses % loaded.scale().districts() + 1;
    return new TerminalInput(warehouse, district, warehouses, loaded.scale(), constants);
  }
}
