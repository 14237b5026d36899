package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.measure.BenchmarkDirectory;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.tpcc.check.AckedCheck;
import io.mosql.benchmarks.tpcc.check.ConsistencyCheck;
import io.mosql.benchmarks.tpcc.check.DeliveredOrders;
import io.mosql.benchmarks.tpcc.load.TpccLoader;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.TpccRun;
import io.mosql.benchmarks.tpcc.run.TransactionMix;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Demonstration of a failover: a cluster, a load, a run in which the leader is killed, and checks
 * of the result.
 */
final class DemoJob {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration LEVEL = Duration.ofSeconds(60);
  private static final int LOAD_WORKERS = 2;
  private static final int RETRIES = 20;
  private static final long SEED = 1;
  private static final int SHOWN_MAX = 5;

  private final DemoSettings settings;
  private final LiveDisplay display;
  private boolean fine = true;

  DemoJob(DemoSettings settings, LiveDisplay display) {
    this.settings = settings;
    this.display = display;
  }

  /** Runs the demonstration; returns whether all checks passed. */
  boolean execute()
      throws SQLException, IOException, InterruptedException, BenchmarkSetupException {
    long start = System.nanoTime();
    try (BenchmarkDirectory workplace = workplace();
        LocalCluster cluster = LocalCluster.in(workplace.directory(), 3, settings.heap())) {
      cluster.start(START);
      NodeState leader = cluster.pollNodes().leader();
      display.line(
          "Three nodes in %s after %.1f s; %s leads",
          workplace.directory(), since(start), leader == null ? "none" : leader.name());
      LoadConfig loaded = load(cluster);
      Path orders = workplace.directory().resolve("acked.log");
      new OneRun(cluster, loaded, orders).execute();
      compare(cluster);
    }
    display.line("%s, %.0f s in all", fine ? "All is well" : "NOT as it should be", since(start));
    return fine;
  }

  private static double since(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private BenchmarkDirectory workplace() throws IOException, BenchmarkSetupException {
    Path keep = settings.keep();
    if (keep == null) {
      return BenchmarkDirectory.fresh();
    }
    if (Files.isDirectory(keep)) {
      try (Stream<Path> there = Files.list(keep)) {
        if (there.findAny().isPresent()) {
          throw new BenchmarkSetupException(keep + " is not empty");
        }
      }
    }
    return BenchmarkDirectory.kept(keep.toAbsolutePath());
  }

  private LoadConfig load(LocalCluster cluster) throws SQLException, InterruptedException {
    long start = System.nanoTime();
    LoadConfig loaded =
        new TpccLoader(
                cluster.database(), settings.scale(), settings.warehouses(), LOAD_WORKERS, SEED)
            .load(rows -> {});
    display.line("TPC-C loaded, %d warehouse(s), in %.1f s", loaded.warehouses(), since(start));
    return loaded;
  }

  private void problem(String format, Object... arguments) {
    fine = false;
    display.line("PROBLEM: " + format, arguments);
  }

  /** The run, with the checks that need the observations of its clients. */
  private final class OneRun {
    private final LocalCluster cluster;
    private final LoadConfig loaded;
    private final Path orders;
    private final RunRecorder recorder = new RunRecorder();
    private final DeliveredOrders delivered;

    OneRun(LocalCluster cluster, LoadConfig loaded, Path orders) {
      this.cluster = cluster;
      this.loaded = loaded;
      this.orders = orders;
      this.delivered = new DeliveredOrders(loaded.warehouses(), loaded.scale().districts());
    }

    void execute() throws SQLException, IOException, InterruptedException {
      RunPlan plan =
          new RunPlan(
              settings.terminals(),
              settings.seconds(),
              0,
              0,
              true,
              TransactionMix.STANDARD,
              RETRIES,
              SEED);
      TpccRun.Result result;
      List<LeaderOutage> others;
      LeaderKiller killing;
      try (AckedLog acked = new AckedLog(orders);
          LeaderMonitor watch = LeaderMonitor.start(cluster)) {
        killing = LeaderKiller.start(cluster, watch, recorder, settings);
        result =
            new TpccRun(
                    cluster.database()::open, loaded, loaded.warehouses(), plan, acked, recorder)
                .execute((seconds, newOrders, total) -> show(watch));
        killing.await();
        others = watch.unexpectedChanges();
      }
      report(result, killing, others);
      if (result.terminalsGaveUp() > 0) {
        problem("%d terminals gave up", result.terminalsGaveUp());
      }
      delivered.addToEach(loaded.scale().delivered());
      delivered.add(result.measurements().delivered());
      check();
    }

    private void show(LeaderMonitor watch) {
      int second = recorder.commitsPerSecond().isEmpty() ? 0 : (int) since(recorder.startNanos());
      display.tick(second, recorder.commitsPerSecond(), recorder.newOrders(), watch.state());
    }

    private void report(TpccRun.Result result, LeaderKiller killing, List<LeaderOutage> others) {
      LeaderOutage outage = killing.outage();
      FailureSummary losses =
          FailureSummary.of(
              recorder.failures(), Stream.concat(Stream.of(outage), others.stream()).toList());
      NodeState leader = killing.newLeader();
      display.line(
          "%.0f tpmC over %.1f s; leader %s killed at %.1f s, started again at %.1f s; now %s"
              + " leads, %d change(s) of the lead beside that",
          recorder.newOrders() * 60 / result.seconds(),
          result.seconds(),
          killing.victim(),
          (outage.fromNanos() - recorder.startNanos()) / 1e9,
          killing.restartedSeconds(),
          leader == null ? "none" : leader.name() + " (term " + leader.term() + ")",
          others.size());
      if (recorder.hasRecovered()) {
        display.line("Nothing was committed for %.2f s around the kill", recorder.gapSeconds());
      } else {
        problem("nothing was committed any more after the kill");
      }
      display.line(
          "Transactions lost that were open at that moment: %s; conflicts run again: %d",
          losses.describe(), losses.conflicts());
      int open = settings.terminals() * (1 + others.size());
      if (losses.count() > open) {
        problem("%d lost, but at most %d were open", losses.count(), open);
      }
      if (!losses.unexpected().isEmpty()) {
        problem("%d other errors", losses.unexpected().size());
        losses.unexpected().stream().limit(SHOWN_MAX).forEach(text -> display.line("  %s", text));
      }
    }

    private void check() throws SQLException, IOException {
      try (Connection connection = cluster.database().open()) {
        List<ConditionResult> conditions =
            new ConsistencyCheck(connection).run(delivered, result -> {});
        List<ConditionResult> broken =
            conditions.stream().filter(condition -> !condition.holds()).toList();
        display.line(
            "TPC-C conditions 1-12: %s", broken.isEmpty() ? "ok" : broken.size() + " do not hold");
        broken.forEach(condition -> problem("%s", condition.line().strip()));
        AckedCheck.Result orderCheck = AckedCheck.run(connection, AckedLog.wholeLines(orders));
        display.line(
            "Acknowledged orders: %d, of these in the database: %d",
            orderCheck.checked(), orderCheck.checked() - orderCheck.missing());
        orderCheck.examples().forEach(text -> problem("%s", text));
      }
    }
  }

  /** Checks that all nodes have the same content at the same position. */
  private void compare(LocalCluster cluster) throws IOException, InterruptedException {
    cluster.await(LEVEL, "equal position of all nodes", () -> cluster.pollNodes().isLevel());
    TreeSet<String> hashes = new TreeSet<>();
    TreeSet<Long> positions = new TreeSet<>();
    StringBuilder text = new StringBuilder();
    for (NodeJvm node : cluster.nodes()) {
      AdminClient.Content content = node.admin().content();
      if (content == null) {
        problem("%s does not say what it holds", node.name());
        return;
      }
      hashes.add(content.hash());
      positions.add(content.position());
      text.append("  ").append(node.name()).append(' ').append(content.hash());
    }
    display.line(
        "Contents at position %d: %s%s",
        positions.first(), hashes.size() == 1 ? "the same on all nodes" : "DIFFERENT", text);
    if (hashes.size() != 1 || positions.size() != 1) {
      problem("the nodes do not hold the same");
    }
  }
}
