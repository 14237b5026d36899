package io.mosql.benchmarks.storage;

import picocli.CommandLine;

/** The commands of this package. */
public final class StorageBenchCommands {
  private StorageBenchCommands() {}

  /**
   * @param bench takes them as subcommands
   */
  public static void addTo(CommandLine bench) {
    bench.addSubcommand(new LoadCommand());
    bench.addSubcommand(new CopyCommand());
    bench.addSubcommand(new OpenCommand());
    bench.addSubcommand(new ReplayCommand());
    bench.addSubcommand(new PointReadCommand());
    bench.addSubcommand(new CheckpointCommand());
    bench.addSubcommand(new HeapCommand());
  }
}
