package io.mosql.engine;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.port.Files;
import io.mosql.storage.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;

/** Opens databases of small records, segments and nodes, so that a few rows meet every edge. */
final class SmallDatabases {
  static final SmallDatabases TINY =
      new SmallDatabases(
          LogOptions.small(8 << 10),
          new StoreOptions(TreeShape.TINY, 0, 1 << 20, 200, 1 << 20, 100));

  /** Larger ones, each unlike the next. */
  static SmallDatabases of(long seed) {
    SeededRandom random = new SeededRandom(seed);
    int log = (8 << 10) << random.nextInt(4);
    TreeShape shape = random.percent(70) ? TreeShape.TINY : TreeShape.DEFAULT;
    int record = 100 << random.nextInt(6);
    return new SmallDatabases(
        LogOptions.small(log), new StoreOptions(shape, 0, 1 << 20, record, 1 << 20, 100));
  }

  private final LogOptions log;
  private final StoreOptions store;

  private SmallDatabases(LogOptions log, StoreOptions store) {
    this.log = log;
    this.store = store;
  }

  OpenDatabase open(Files files, long seed) {
    return OpenDatabase.in(
        files,
        "test",
        new OpenDatabase.Ports(new ManualClock(), new SeededRandom(seed), log, store),
        () -> {});
  }
}
