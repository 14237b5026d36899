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
      "Jobs per second of consumers, which lock the first free job by FOR UPDATE SKIP LOCKED,"
          + " delete",
      "it and commit, until the queue is empty or the time is over."
    })
@SuppressWarnings("NullAway.Init")
final class QueueCommand extends ContentionCommand {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "100000",
      description = "jobs in the table before each run (default: 100000)")
  private int jobs;

  @Option(names = "--update", description = "update completed jobs instead of deleting them")
  private boolean marks;

  @Override
  BenchmarkWorkload workload() {
    return new QueueWorkload(jobs, marks);
  }
}
