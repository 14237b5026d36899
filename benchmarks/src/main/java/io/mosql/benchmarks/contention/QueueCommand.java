package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.workload.BenchmarkWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command bench queue. */
@Command(
    name = "queue",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Many consumers take jobs from one table.",
    description = {
      "Every consumer takes the first job that nobody holds, by FOR UPDATE SKIP LOCKED, deletes it,",
      "and commits: jobs a second. Ends when the queue is empty, or when its time is over."
    })
@SuppressWarnings("NullAway.Init")
final class QueueCommand extends ContentionCommand {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "100000",
      description = "In the table before each run; default 100,000.")
  private int jobs;

  @Option(names = "--update", description = "Mark done jobs instead of deleting them.")
  private boolean marks;

  @Override
  BenchmarkWorkload workload() {
    return new QueueWorkload(jobs, marks);
  }
}
