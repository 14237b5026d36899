package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.workload.BenchmarkWorkload;
import picocli.CommandLine.Command;

/** Command bench counter. */
@Command(
    name = "counter",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Many threads raise one counter.",
    description = "Commits per second of threads that increment the same row in autocommit mode.")
final class CounterCommand extends ContentionCommand {
  @Override
  BenchmarkWorkload workload() {
    return new IncrementWorkload();
  }
}
