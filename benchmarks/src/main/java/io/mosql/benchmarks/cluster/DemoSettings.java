package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.tpcc.model.Scale;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the demonstration is to do.
 *
 * @param heap of a node, as in -Xmx
 * @param keep where the nodes' directories stay; null for a fresh directory that goes afterwards
 */
record DemoSettings(
    int seconds, int terminals, int warehouses, Scale scale, String heap, @Nullable Path keep) {
  DemoSettings {
    if (seconds < 4 || terminals < 1 || warehouses < 1) {
      throw new IllegalArgumentException(
          "at least 4 seconds, one terminal and one warehouse are needed");
    }
  }

  /** When the leader is killed. */
  double killAt() {
    return seconds / 2.0;
  }

  /** When its node starts again. */
  double restartAt() {
    return killAt() + Math.min(5.0, seconds / 5.0);
  }
}
