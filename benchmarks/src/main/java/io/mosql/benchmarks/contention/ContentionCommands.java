package io.mosql.benchmarks.contention;

import picocli.CommandLine;

/** Registration of the commands of this package. */
public final class ContentionCommands {
  private ContentionCommands() {}

  /**
   * @param bench command to which they are added
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new CounterCommand());
    bench.addSubcommand(new QueueCommand());
  }
}
