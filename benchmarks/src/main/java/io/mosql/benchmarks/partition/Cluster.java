package io.mosql.benchmarks.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Builds what a shape says, and lets time pass. The same shape always has the same outcome. */
final class Cluster {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int WARM_UP_PART = 2;
  private static final int WARM_UP_DELAYS = 20;

  private final Shape shape;
  private final Timeline timeline = new Timeline();
  private final Books books = new Books();
  private final List<Station> machines = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();

  Cluster(Shape shape) {
    this.shape = shape;
    List<Node> nodes = nodes();
    for (int i = 0; i < shape.partitions(); i++) {
      List<Node> followers = new ArrayList<>();
      for (int k = 1; k < shape.replicasOfEach(); k++) {
        followers.add(nodes.get((i + k) % shape.nodes()));
      }
      groups.add(new Group(timeline, nodes.get(i % shape.nodes()), followers, shape.hotRows()));
    }
  }

  private List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    Station processors = machine();
    Station disk = new Station(timeline, 1, 0);
    for (int i = 0; i < shape.nodes(); i++) {
      if (i > 0 && !shape.oneMachine()) {
        processors = machine();
        disk = new Station(timeline, 1, 0);
      }
      nodes.add(new Node(timeline, processors, disk, shape.delayNanos()));
    }
    return nodes;
  }

  private Station machine() {
    Station processors = new Station(timeline, shape.processors(), Costs.INTERFERENCE);
    machines.add(processors);
    return processors;
  }

  /** Once. */
  Outcome run() {
    SplittableRandom random = new SplittableRandom(shape.seed());
    for (int home = 0; home < groups.size(); home++) {
      for (int i = 0; i < shape.terminalsPerPartition(); i++) {
        Terminal terminal = new Terminal(timeline, shape, groups, home, books, random.split());
        // Spread, so that terminals of equal partitions do not march in step.
        timeline.after(random.nextLong(shape.delayNanos() + Costs.SYNC), terminal::begin);
      }
    }
    timeline.runUntil(shape.durationNanos() / WARM_UP_PART + WARM_UP_DELAYS * shape.delayNanos());
    long busy = busyNanos();
    long requests = groups.stream().mapToLong(Group::requests).sum();
    long records = groups.stream().mapToLong(Group::records).sum();
    books.open();
    long from = timeline.now();
    timeline.runUntil(from + shape.durationNanos());
    double seconds = (timeline.now() - from) / NANOS_PER_SECOND;
    long cross = books.cross().getTotalCount();
    long processorNanos = shape.durationNanos() * machines.size() * shape.processors();
    return new Outcome(
        shape,
        (books.local().getTotalCount() + cross) / seconds,
        cross / seconds,
        (double) (groups.stream().mapToLong(Group::requests).sum() - requests)
            / Math.max(1, groups.stream().mapToLong(Group::records).sum() - records),
        (double) (busyNanos() - busy) / processorNanos,
        Outcome.Times.of(books.local()),
        Outcome.Times.of(books.cross()));
  }

  private long busyNanos() {
    return machines.stream().mapToLong(Station::busyNanos).sum();
  }

  Books books() {
    return books;
  }
}
