package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.testbed.TargetOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options shared by the commands of all workloads. */
@SuppressWarnings("NullAway.Init")
public final class WorkloadOptions {
  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "length of the run (default: 30)")
  private int seconds;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "N",
      description = "warm-up, not counted (default: 0)")
  private int warmSeconds;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "retries after a serialization failure or deadlock (default: 0)")
  private int retries;

  @Option(names = "--json", paramLabel = "FILE", description = "write the result as JSON")
  private @Nullable Path json;

  @Mixin private TargetOptions where;

  /**
   * @param clients numbers of clients of the runs
   * @throws IllegalArgumentException when options are invalid
   */
  public WorkloadSettings settings(List<Integer> clients, @Nullable Path keep) {
    List<ClientPlan> plans =
        clients.stream()
            .map(number -> new ClientPlan(number, seconds, warmSeconds, retries))
            .toList();
    return new WorkloadSettings(where.target(), plans, keep, json);
  }
}
