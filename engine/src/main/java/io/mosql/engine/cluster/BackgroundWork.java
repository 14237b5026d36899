package io.mosql.engine.cluster;

import io.mosql.core.error.InvariantViolation;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the background work of a node. A violated invariant ends the node: the first one
 * is kept, and no work starts after it. Any other failure is kept until work of the same kind
 * succeeds, since background work is repeated. Thread-safe.
 */
final class BackgroundWork {
  private final AtomicReference<@Nullable Throwable> violation = new AtomicReference<>();
  private final Map<String, Throwable> failures = new ConcurrentSkipListMap<>();

  /**
   * Runs a task; failures are kept, not thrown.
   *
   * @param kind the failure of a task is kept until the next success of this kind
   */
  void run(String kind, Runnable task) {
    if (violation.get() != null) {
      return;
    }
    try {
      task.run();
      failures.remove(kind);
    } catch (RuntimeException | Error e) {
      Throwable violated = InvariantViolation.in(e);
      if (violated != null) {
        violation.compareAndSet(null, violated);
      }
      failures.put(kind, e);
    }
  }

  /** An executor whose tasks are run by {@link #run}. */
  Executor on(String kind, Executor executor) {
    return task -> executor.execute(() -> run(kind, task));
  }

  /** The violation that has ended the node; null for none. */
  @Nullable Throwable violation() {
    return violation.get();
  }

  /** The violation, or else a failure of work that is repeated; null while all work succeeds. */
  @Nullable Throwable failure() {
    Throwable violated = violation.get();
    return violated == null ? failures.values().stream().findFirst().orElse(null) : violated;
  }
}
