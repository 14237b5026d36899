package io.mosql.benchmarks.costs;

import picocli.CommandLine;

/** Registration of the command of this package. */
public final class CostsCommands {
  private CostsCommands() {}

  /**
   * @param bench command to which it is added
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new CostsCommand());
  }
}
