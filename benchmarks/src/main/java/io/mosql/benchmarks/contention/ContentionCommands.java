package io.mosql.benchmarks.contention;

import picocli.CommandLine;

/** The commands of this package. */
public final class ContentionCommands {
  private ContentionCommands() {}

  /**
   * @param bench takes them as subcommands
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new CounterCommand());
    bench.addSubcommand(new QueueCommand());
  }
}
