package io.mosql.benchmarks.network;

import picocli.CommandLine;

/** Registration of the commands of this package. */
public final class NetworkBenchCommands {
  private NetworkBenchCommands() {}

  /**
   * @param bench command to which they are added
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new NetworkCommand());
  }
}
