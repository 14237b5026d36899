package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.workload.BenchmarkWorkload;
import picocli.CommandLine.Command;

/** Command bench counter. */
@Command(
    name = "counter",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Many threads raise one counter.",
    description = "Every thread raises the same row by one, in autocommit: commits a second.")
final class CounterCommand extends ContentionCommand {
  @Override
  BenchmarkWorkload workload() {
    return new IncrementWorkload();
  }
}
