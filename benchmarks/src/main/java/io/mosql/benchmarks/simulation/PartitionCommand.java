package io.mosql.benchmarks.simulation;

import io.mosql.benchmarks.report.ReportLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command bench partition, with its runs. */
@Command(
    name = "partition",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Simulates one database partitioned over several groups; needs no database.",
    description = {
      "Discrete-event simulation of the TPC-C mix over nodes, groups and a network, with costs",
      "measured on one node, for each combination of nodes, delays and shares of cross-partition",
      "transactions: with many terminals for throughput, and with few for latency."
    })
@SuppressWarnings("NullAway.Init")
final class PartitionCommand implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERCENT = 100;
  private static final int DELAYS_MIN = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,3,6,12,24,48,64",
      description = "nodes, a list (default: 1,3,6,12,24,48,64)")
  private List<Integer> nodes;

  @Option(
      names = "--cross-partition",
      paramLabel = "PERCENT",
      split = ",",
      defaultValue = "0,1,5,10,25,50",
      description =
          "percentage of writing transactions over several partitions (default: 0,1,5,10,25,50)")
  private List<Double> cross;

  @Option(
      names = "--delay-ms",
      paramLabel = "MS",
      split = ",",
      defaultValue = "0.05",
      description = "one-way delay of the network, a list (default: 0.05)")
  private List<Double> delays;

  @Option(
      names = "--partitions-per-node",
      paramLabel = "N",
      defaultValue = "1",
      description = "groups with the leader on a node; 0 for a single group (default: 1)")
  private int partitionsPerNode;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "2",
      description = "partitions of a cross-partition transaction (default: 2)")
  private int participants;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "replicas of a group, at most one per node (default: 3)")
  private int replicas;

  @Option(
      names = "--processors",
      paramLabel = "N",
      defaultValue = "2",
      description = "processors of a node (default: 2, as for the measured costs)")
  private int processors;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      defaultValue = "128",
      description = "terminals of a partition for throughput (default: 128)")
  private int terminals;

  @Option(
      names = "--low-load-terminals",
      paramLabel = "N",
      defaultValue = "1",
      description = "terminals of a partition for latency (default: 1)")
  private int fewTerminals;

  @Option(
      names = "--hot-rows",
      paramLabel = "N",
      defaultValue = "100",
      description = "hot rows of a partition (default: 100, districts of ten warehouses)")
  private int hotRows;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "simulated time, at least 100 delays (default: 1)")
  private double seconds;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "seed (default: 1)")
  private long seed;

  @Option(names = "--csv", paramLabel = "FILE", description = "write the results as CSV")
  private @Nullable Path csv;

  @Option(names = "--calibration", description = "only compare measured with simulated results")
  private boolean calibration;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (calibration) {
      out.println(ReportLines.format("%-44s %10s %10s %7s", "", "measured", "simulated", "ratio"));
      CalibrationResult.all().forEach(line -> out.println(line.line()));
      return 0;
    }
    List<ResultPoint> points;
    try {
      points = points(out);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    ResultPointTables.text(points).forEach(out::println);
    Path file = csv;
    if (file != null) {
      Files.write(file, ResultPointTables.csv(points));
      out.println("Points written to " + file);
    }
    return 0;
  }

  private List<ResultPoint> points(PrintWriter out) {
    out.println(
        ReportLines.format(
            "%d processors a node, %d replicas, %d and %d terminals a partition, %d hot rows",
            processors, replicas, terminals, fewTerminals, hotRows));
    out.println();
    List<ResultPoint> points = new ArrayList<>();
    for (int count : nodes) {
      for (double delay : delays) {
        for (double percent : cross) {
          SimulationResult full =
              new SimulatedCluster(shape(count, delay, percent, terminals)).run();
          SimulationResult light =
              new SimulatedCluster(shape(count, delay, percent, fewTerminals)).run();
          points.add(new ResultPoint(count, delay, percent, full, light));
        }
      }
    }
    return points;
  }

  private SimulationConfig shape(int count, double delayMillis, double percent, int perPartition) {
    long delay = Math.round(delayMillis * NANOS_PER_MILLI);
    return new SimulationConfig(
        count,
        partitionsPerNode,
        replicas,
        processors,
        false,
        perPartition,
        percent / PERCENT,
        participants,
        delay,
        hotRows,
        Math.max(Math.round(seconds * NANOS_PER_SECOND), DELAYS_MIN * delay),
        seed);
  }
}
