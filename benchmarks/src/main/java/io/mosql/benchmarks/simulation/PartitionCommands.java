package io.mosql.benchmarks.simulation;

import picocli.CommandLine;

/** The commands of this package. */
public final class PartitionCommands {
  private PartitionCommands() {}

  /**
   * @param bench takes them as subcommands
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new PartitionCommand());
  }
}
