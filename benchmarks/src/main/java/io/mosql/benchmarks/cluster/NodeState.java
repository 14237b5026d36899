package io.mosql.benchmarks.cluster;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of a node when it was last polled.
 *
 * @param answers whether the node responded
 * @param lag log entries known to be committed and not yet applied
 */
record NodeState(String name, boolean answers, boolean leads, long term, long position, long lag) {

  static NodeState of(String name, @Nullable Map<String, Double> figures) {
    if (figures == null) {
      return new NodeState(name, false, false, 0, 0, 0);
    }
    return new NodeState(
        name,
        true,
        number(figures, "mosql_cluster_leader") > 0,
        number(figures, "mosql_cluster_term"),
        number(figures, "mosql_position"),
        number(figures, "mosql_cluster_lag_entries"));
  }

  private static long number(Map<String, Double> figures, String name) {
    return figures.getOrDefault(name, 0.0).longValue();
  }
}
