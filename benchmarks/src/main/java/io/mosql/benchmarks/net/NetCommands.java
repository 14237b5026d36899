package io.mosql.benchmarks.net;

import picocli.CommandLine;

/** The commands of this package. */
public final class NetCommands {
  private NetCommands() {}

  /**
   * @param bench takes them as subcommands
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new NetCommand());
  }
}
