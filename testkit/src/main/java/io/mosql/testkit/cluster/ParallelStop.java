package io.mosql.testkit.cluster;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Stops the nodes of a test cluster in parallel: a node with a Raft log takes a second, which is
 * the interval at which the log's thread checks whether it is to end.
 */
public final class ParallelStop {
  private ParallelStop() {}

  /**
   * Applies the action to all nodes, each on a thread of its own, and waits for them.
   *
   * @throws java.util.concurrent.CompletionException the first failure, when all have ended
   */
  public static <T> void all(Collection<T> nodes, Consumer<T> stop) {
    CompletableFuture.allOf(
            nodes.stream()
                .map(
                    node ->
                        CompletableFuture.runAsync(
                            () -> stop.accept(node), task -> new Thread(task, "stop").start()))
                .toArray(CompletableFuture[]::new))
        .join();
  }
}
