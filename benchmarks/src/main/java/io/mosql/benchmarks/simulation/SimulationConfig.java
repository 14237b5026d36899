package io.mosql.benchmarks.simulation;

/**
 * Configuration of a simulation.
 *
 * @param nodes number of nodes, each with its own processors and disk, unless they share a machine
 * @param partitionsPerNode Raft groups led by each node; 0 for a single group in total
 * @param replicas replicas of each group, at most the number of nodes
 * @param processors number of processors of a machine
 * @param oneMachine whether all nodes share processors and disk
 * @param terminalsPerPartition clients without think time, in the process of the leader
 * @param crossShare share of writing transactions that write in several partitions
 * @param participants number of partitions of such a transaction
 * @param delayNanos one-way network delay
 * @param hotRows contended rows of a partition, of which each reserving transaction locks one per
 *     participating partition
 * @param durationNanos measured time, which follows a warm-up of half of it plus twenty network
 *     delays
 */
record SimulationConfig(
    int nodes,
    int partitionsPerNode,
    int replicas,
    int processors,
    boolean oneMachine,
    int terminalsPerPartition,
    double crossShare,
    int participants,
    long delayNanos,
    int hotRows,
    long durationNanos,
    long seed) {
  /** Configuration of the measurements: the machine, the database (one warehouse) and the log. */
  static final SimulationConfig MEASURED =
      new SimulationConfig(1, 1, 1, 2, true, 1, 0, 2, ServiceTimes.LOOPBACK, 10, 2_000_000_000L, 1);

  SimulationConfig {
    if (nodes < 1 || partitionsPerNode < 0 || replicas < 1 || processors < 1) {
      throw new IllegalArgumentException("nodes, replicas and processors begin at 1");
    }
    if (terminalsPerPartition < 1 || hotRows < 1 || participants < 2) {
      throw new IllegalArgumentException(
          "terminals and hot rows begin at 1, participants of a cross-partition transaction at 2");
    }
    if (!(crossShare >= 0 && crossShare <= 1)) {
      throw new IllegalArgumentException("a share lies between 0 and 1: " + crossShare);
    }
    if (delayNanos < 0 || durationNanos < 1) {
      throw new IllegalArgumentException("no time is negative");
    }
  }

  int partitions() {
    return partitionsPerNode == 0 ? 1 : nodes * partitionsPerNode;
  }

  int replicasOfEach() {
    return Math.min(replicas, nodes);
  }

  int participantsOfEach() {
    return Math.min(participants, partitions());
  }

  SimulationConfig withNodes(int count, int groupsPerNode, int copies) {
    return new SimulationConfig(
        count,
        groupsPerNode,
        copies,
        processors,
        oneMachine,
        terminalsPerPartition,
        crossShare,
        participants,
        delayNanos,
        hotRows,
        durationNanos,
        seed);
  }

  SimulationConfig withTerminals(int perPartition) {
    return new SimulationConfig(
        nodes,
        partitionsPerNode,
        replicas,
        processors,
        oneMachine,
        perPartition,
        crossShare,
        participants,
        delayNanos,
        hotRows,
        durationNanos,
        seed);
  }
}
