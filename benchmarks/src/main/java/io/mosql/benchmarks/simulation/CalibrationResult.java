package io.mosql.benchmarks.simulation;

import io.mosql.benchmarks.report.ReportLines;
import java.util.ArrayList;
import java.util.List;

/**
 * Measured value compared with the simulated one.
 *
 * @param measured value documented in docs/benchmarks.md
 * @param fitted whether a cost was fitted to this value; otherwise the simulated value is a
 *     prediction
 */
record CalibrationResult(String what, double measured, double simulated, boolean fitted) {
  private static final double NEW_ORDERS_A_MINUTE_TO_ALL_A_SECOND = 60 * 0.45;

  /** Minimum of the measured range of 1.3 to 2.2: other processes ran at the same time. */
  private static final double COMMIT_OF_THREE_MILLIS = 1.3;

  private static final int RECORDS = 100;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Measured run: its terminals, its tpmC, and its commits per fdatasync. */
  private record Measured(int terminals, int tpmC, double commitsPerSync) {}

  private static final List<Measured> RUNS =
      List.of(
          new Measured(1, 93_656, 1.00),
          new Measured(4, 132_702, 1.73),
          new Measured(10, 183_602, 2.64),
          new Measured(32, 190_791, 3.51));

  /** Runs the simulations and returns their results. */
  static List<CalibrationResult> all() {
    List<CalibrationResult> all = new ArrayList<>();
    for (Measured run : RUNS) {
      SimulationResult outcome =
          new SimulatedCluster(SimulationConfig.MEASURED.withTerminals(run.terminals())).run();
      String terminals = run.terminals() == 1 ? "1 terminal" : run.terminals() + " terminals";
      all.add(
          new CalibrationResult(
              terminals + ", transactions/s",
              run.tpmC() / NEW_ORDERS_A_MINUTE_TO_ALL_A_SECOND,
              outcome.perSecond(),
              run.terminals() == 10));
      all.add(
          new CalibrationResult(
              terminals + ", commits per fdatasync",
              run.commitsPerSync(),
              outcome.requestsPerRecord(),
              false));
    }
    all.add(
        new CalibrationResult(
            "three processes on one machine, ms a commit",
            COMMIT_OF_THREE_MILLIS,
            commitOfThreeMillis(),
            true));
    return all;
  }

  /** Commit time of a log of three nodes: sequential records of requests without other cost. */
  private static double commitOfThreeMillis() {
    EventSchedule timeline = new EventSchedule();
    QueueingStation processors = new QueueingStation(timeline, 2, ServiceTimes.INTERFERENCE);
    QueueingStation disk = new QueueingStation(timeline, 1, 0);
    SimulatedProcess leader =
        new SimulatedProcess(timeline, processors, disk, ServiceTimes.LOOPBACK);
    List<SimulatedProcess> followers =
        List.of(
            new SimulatedProcess(timeline, processors, disk, ServiceTimes.LOOPBACK),
            new SimulatedProcess(timeline, processors, disk, ServiceTimes.LOOPBACK));
    SimulatedPartition group = new SimulatedPartition(timeline, leader, followers, 1);
    append(group, RECORDS);
    timeline.runUntil(NANOS_PER_SECOND);
    return timeline.lastEvent() / NANOS_PER_MILLI / RECORDS;
  }

  private static void append(SimulatedPartition group, int count) {
    if (count > 0) {
      group.submit(0, 0, () -> append(group, count - 1));
    }
  }

  String line() {
    return ReportLines.format(
        "%-44s %10.2f %10.2f %7.2f  %s",
        what, measured, simulated, simulated / measured, fitted ? "fitted" : "predicted");
  }
}
