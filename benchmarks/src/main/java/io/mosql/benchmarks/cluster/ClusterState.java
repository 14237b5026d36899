package io.mosql.benchmarks.cluster;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of all nodes at about the same time. Immutable. */
record ClusterState(List<NodeState> nodes) {
  ClusterState {
    nodes = List.copyOf(nodes);
  }

  /** The leader; if two nodes report to be leader, the one of the later term; null for none. */
  @Nullable NodeState leader() {
    return nodes.stream()
        .filter(NodeState::leads)
        .max(Comparator.comparingLong(NodeState::term))
        .orElse(null);
  }

  long newestPosition() {
    return nodes.stream().mapToLong(NodeState::position).max().orElse(0);
  }

  /** Whether all nodes respond and have the same log position. */
  boolean isLevel() {
    return nodes.stream().allMatch(NodeState::answers)
        && nodes.stream().mapToLong(NodeState::position).distinct().count() == 1;
  }
}
