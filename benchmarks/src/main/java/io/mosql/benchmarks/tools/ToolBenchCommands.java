package io.mosql.benchmarks.tools;

import picocli.CommandLine;

/** Registration of the commands of this package. */
public final class ToolBenchCommands {
  private ToolBenchCommands() {}

  /**
   * @param bench command to which they are added
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new PoolCommand());
    bench.addSubcommand(new HibernateCommand());
  }
}
