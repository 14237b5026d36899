package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.TpccRun;
import io.mosql.benchmarks.tpcc.run.TransactionMix;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One of the two systems under test, loaded with TPC-C. Confined to one thread. */
final class MeasuredSystem {
  private static final int RETRIES = 20;

  private final LocalCluster cluster;
  private final LoadConfig loaded;
  private final List<String> errors = new ArrayList<>();

  MeasuredSystem(LocalCluster cluster, LoadConfig loaded) {
    this.cluster = cluster;
    this.loaded = loaded;
  }

  LocalCluster cluster() {
    return cluster;
  }

  /** Runs for the given seconds and returns New-Order transactions per minute. */
  double tpmC(int terminals, int seconds, long seed) throws SQLException, InterruptedException {
    RunPlan plan =
        new RunPlan(terminals, seconds, 0, 0, true, TransactionMix.STANDARD, RETRIES, seed);
    TpccRun.Result result =
        new TpccRun(cluster.database()::open, loaded, loaded.warehouses(), plan, null)
            .execute((elapsed, newOrders, total) -> {});
    result
        .measurements()
        .failures()
        .byState()
        .forEach((state, error) -> errors.add(state + " " + error));
    return result.measurements().committed(TransactionType.NEW_ORDER) * 60 / result.seconds();
  }

  /** Failures that were not retried, in all runs. */
  List<String> errors() {
    return List.copyOf(errors);
  }
}
