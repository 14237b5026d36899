package io.mosql.benchmarks.storage;

import picocli.CommandLine;

/** Registration of the commands of this package. */
public final class StorageBenchCommands {
  private StorageBenchCommands() {}

  /**
   * @param bench command to which they are added
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
