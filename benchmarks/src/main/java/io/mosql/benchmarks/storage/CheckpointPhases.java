package io.mosql.benchmarks.storage;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Source of checkpoint phases for {@code CommitLatencies}. {@link #call} returns the duration in
 * seconds of each completed checkpoint.
 */
interface CheckpointPhases extends Callable<List<Double>> {
  /** Stops the source; called by any thread. */
  void stop();
}
