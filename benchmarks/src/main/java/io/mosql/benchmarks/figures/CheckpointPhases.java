package io.mosql.benchmarks.figures;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Tells {@link CommitTimes} when a checkpoint runs and when none does, on a thread of its own,
 * until it is told to stop. {@link #call} returns how many seconds each took that ended before.
 */
interface CheckpointPhases extends Callable<List<Double>> {
  /** From any thread. */
  void stop();
}
