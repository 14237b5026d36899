package io.mosql.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;

/**
 * Opens databases with small records, nodes, segments and caches, so that a few rows reach every
 * boundary case.
 */
public final class SmallDatabases {
  private static final long NEVER = Long.MAX_VALUE / 4;

  /** The smallest sizes; checkpoints only by a statement or at closing. */
  public static final SmallDatabases TINY =
      new SmallDatabases(
          LogOptions.small(8 << 10),
          store(TreeShape.TINY, 200),
          new CheckpointOptions(NEVER, NEVER, 32 << 20, 0, 2 << 10, false),
          new PageOptions(4 << 10, 2 << 10, 2));

  private final LogOptions log;
  private final StoreOptions store;
  private final CheckpointOptions checkpoints;
  private final PageOptions pages;

  private SmallDatabases(
      LogOptions log, StoreOptions store, CheckpointOptions checkpoints, PageOptions pages) {
    this.log = log;
    this.store = store;
    this.checkpoints = checkpoints;
    this.pages = pages;
  }

  private static StoreOptions store(TreeShape shape, int recordBytesMax) {
    return new StoreOptions(shape, 0, 1 << 20, recordBytesMax, 1 << 20, 100);
  }

  /**
   * Larger, random sizes. In a third of them checkpoints are also written in the background, by a
   * separate thread: these cannot be replayed exactly.
   */
  public static SmallDatabases of(long seed) {
    SeededRandom random = new SeededRandom(seed);
    int log = (8 << 10) << random.nextInt(4);
    TreeShape shape = random.percent(70) ? TreeShape.TINY : TreeShape.DEFAULT;
    long logBytes = random.percent(33) ? 500L << random.nextInt(4) : NEVER;
    return new SmallDatabases(
        LogOptions.small(log),
        store(shape, 100 << random.nextInt(6)),
        new CheckpointOptions(logBytes, NEVER, 32 << 20, 0, 1 << (8 + random.nextInt(8)), false),
        new PageOptions(
            random.percent(20) ? 0 : 1 << (10 + random.nextInt(10)),
            1 << (10 + random.nextInt(8)),
            1 + random.nextInt(8)));
  }

  /** The same with a cache of another size. */
  public SmallDatabases withCache(long bytes) {
    return new SmallDatabases(
        log,
        store,
        checkpoints,
        new PageOptions(bytes, pages.segmentBytes(), pages.openFilesMax()));
  }

  /** The same with a background checkpoint after the given number of log bytes. */
  SmallDatabases withCheckpointAfter(long logBytes) {
    CheckpointOptions often =
        new CheckpointOptions(
            logBytes,
            checkpoints.intervalMicros(),
            checkpoints.dirtyBytesMax(),
            checkpoints.snapshotAgeMaxMicros(),
            checkpoints.garbageBytesMin(),
            checkpoints.paced());
    return new SmallDatabases(log, store, often, pages);
  }

  public OpenDatabase.Ports ports(long seed) {
    return new OpenDatabase.Ports(
        new ManualClock(), new SeededRandom(seed), log, store, checkpoints, pages);
  }

  public OpenDatabase open(StorageDirectory files, long seed) {
    return OpenDatabase.in(files, "test", ports(seed), () -> {});
  }

  /** Checks that all redundant information is consistent, in a database that is not open. */
  public void verify(StorageDirectory files) {
    DatabaseCopiesTest.Heard heard = new DatabaseCopiesTest.Heard();
    try {
      long problems =
          new DatabaseVerification(files, store.shape(), pages.cacheBytes(), heard).run(false);
      assertThat(problems).as("problems: %s", heard).isZero();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
