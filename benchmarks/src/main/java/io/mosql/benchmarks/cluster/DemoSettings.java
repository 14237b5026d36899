package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.tpcc.model.Scale;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the demonstration.
 *
 * @param heap heap size of a node, as in -Xmx
 * @param keep directory in which the nodes' directories are kept; null for a temporary directory
 */
record DemoSettings(
    int seconds, int terminals, int warehouses, Scale scale, String heap, @Nullable Path keep) {
  DemoSettings {
    if (seconds < 4 || terminals < 1 || warehouses < 1) {
      throw new IllegalArgumentException(
          "at least 4 seconds, one terminal and one warehouse are needed");
    }
  }

  /** Time at which the leader is killed. */
  double killAt() {
    return seconds / 2.0;
  }

  /** Time at which the killed node is restarted. */
  double restartAt() {
    return killAt() + Math.min(5.0, seconds / 5.0);
  }
}
