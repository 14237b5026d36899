package io.mosql.benchmarks.storage;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Source of checkpoint phases for {@code CommitLatencies}. {@link #call} returns how many seconds
 * each took that ended before.
 */
interface CheckpointPhases extends Callable<List<Double>> {
  /** From any thread. */
  void stop();
}
