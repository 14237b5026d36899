package io.mosql.benchmarks.simulation;

import picocli.CommandLine;

/** Registration of the commands of this package. */
public final class PartitionCommands {
  private PartitionCommands() {}

  /**
   * @param bench command to which they are added
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new PartitionCommand());
  }
}
