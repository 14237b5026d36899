package io.mosql.benchmarks.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Simulated cluster for a configuration. The same configuration always produces the same result.
 */
final class SimulatedCluster {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int WARM_UP_PART = 2;
  private static final int WARM_UP_DELAYS = 20;

  private final SimulationConfig shape;
  private final EventSchedule timeline = new EventSchedule();
  private final SimulationStatistics books = new SimulationStatistics();
  private final List<QueueingStation> machines = new ArrayList<>();
  private final List<SimulatedPartition> groups = new ArrayList<>();

  SimulatedCluster(SimulationConfig shape) {
    this.shape = shape;
    List<SimulatedProcess> nodes = nodes();
    for (int i = 0; i < shape.partitions(); i++) {
      List<SimulatedProcess> followers = new ArrayList<>();
      for (int k = 1; k < shape.replicasOfEach(); k++) {
        followers.add(nodes.get((i + k) % shape.nodes()));
      }
      groups.add(
          new SimulatedPartition(
              timeline, nodes.get(i % shape.nodes()), followers, shape.hotRows()));
    }
  }

  private List<SimulatedProcess> nodes() {
    List<SimulatedProcess> nodes = new ArrayList<>();
    QueueingStation processors = machine();
    QueueingStation disk = new QueueingStation(timeline, 1, 0);
    for (int i = 0; i < shape.nodes(); i++) {
      if (i > 0 && !shape.oneMachine()) {
        processors = machine();
        disk = new QueueingStation(timeline, 1, 0);
      }
      nodes.add(new SimulatedProcess(timeline, processors, disk, shape.delayNanos()));
    }
    return nodes;
  }

  private QueueingStation machine() {
    QueueingStation processors =
        new QueueingStation(timeline, shape.processors(), ServiceTimes.INTERFERENCE);
    machines.add(processors);
    return processors;
  }

  /** Runs the simulation; may be called once. */
  SimulationResult run() {
    SplittableRandom random = new SplittableRandom(shape.seed());
    for (int home = 0; home < groups.size(); home++) {
      for (int i = 0; i < shape.terminalsPerPartition(); i++) {
        SimulatedTerminal terminal =
            new SimulatedTerminal(timeline, shape, groups, home, books, random.split());
        // Start times are spread, so that terminals of identical partitions do not run in step.
        timeline.after(random.nextLong(shape.delayNanos() + ServiceTimes.SYNC), terminal::begin);
      }
    }
    timeline.runUntil(shape.durationNanos() / WARM_UP_PART + WARM_UP_DELAYS * shape.delayNanos());
    long busy = busyNanos();
    long requests = groups.stream().mapToLong(SimulatedPartition::requests).sum();
    long records = groups.stream().mapToLong(SimulatedPartition::records).sum();
    books.startMeasuring();
    long from = timeline.now();
    timeline.runUntil(from + shape.durationNanos());
    double seconds = (timeline.now() - from) / NANOS_PER_SECOND;
    long cross = books.cross().getTotalCount();
    long processorNanos = shape.durationNanos() * machines.size() * shape.processors();
    return new SimulationResult(
        shape,
        (books.local().getTotalCount() + cross) / seconds,
        cross / seconds,
        (double) (groups.stream().mapToLong(SimulatedPartition::requests).sum() - requests)
            / Math.max(1, groups.stream().mapToLong(SimulatedPartition::records).sum() - records),
        (double) (busyNanos() - busy) / processorNanos,
        SimulationResult.Times.of(books.local()),
        SimulationResult.Times.of(books.cross()));
  }

  private long busyNanos() {
    return machines.stream().mapToLong(QueueingStation::busyNanos).sum();
  }

  SimulationStatistics books() {
    return books;
  }
}
