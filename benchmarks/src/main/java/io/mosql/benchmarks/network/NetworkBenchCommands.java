package io.mosql.benchmarks.network;

import picocli.CommandLine;

/** The commands of this package. */
public final class NetworkBenchCommands {
  private NetworkBenchCommands() {}

  /**
   * @param bench takes them as subcommands
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new NetworkCommand());
  }
}
