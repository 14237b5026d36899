package io.mosql.storage;

import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.storage.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * An open database: transactions over a durable log.
 *
 * <p>Failure: once the log has failed every method that begins or commits something fails with
 * 58030, and nothing is published any more; running transactions may still read. Thread-safe.
 */
public final class Store implements AutoCloseable {
  private final CommitPipeline pipeline;
  private final StoreOptions options;
  private final Sequences sequences;
  private final long openedWallMicros;

  private Store(CommitPipeline pipeline, StoreOptions options, long openedWallMicros) {
    this.pipeline = pipeline;
    this.options = options;
    this.openedWallMicros = openedWallMicros;
    this.sequences = new Sequences(this);
  }

  /**
   * Recovers the database that the log holds and takes the lead in a new epoch.
   *
   * @param log not opened yet; closed with the store
   * @throws io.mosql.core.error.MosqlException XX001 when the log is damaged or does not fit
   *     together
   */
  public static Store open(CommitLog log, Clock clock, RandomSource random, StoreOptions options) {
    CommitPipeline pipeline = new CommitPipeline(log, random, options);
    pipeline.start();
    return new Store(pipeline, options, clock.wallMicros());
  }

  /** Begins a transaction on the newest published root. */
  public Transaction begin(boolean readOnly) {
    return new SnapshotTransaction(pipeline, sequences, options, pipeline.snapshot(), readOnly);
  }

  public Sequences sequences() {
    return sequences;
  }

  /** Position of the newest published root. */
  public long position() {
    return pipeline.published().position();
  }

  public StoreStatistics statistics() {
    return pipeline.statistics(openedWallMicros);
  }

  /** Rows of a tree of the newest published root; 0 when there is no such tree. */
  public long rowCount(long tree) {
    Tree contents = pipeline.published().tree(tree);
    return contents == null ? 0 : contents.size();
  }

  /** Whether it still takes work: neither closed nor stopped by a failure. */
  public boolean isOpen() {
    return pipeline.isOpen();
  }

  /** All trees, by id. */
  public List<TreeFigures> trees() {
    Root root = pipeline.published();
    List<TreeFigures> figures = new ArrayList<>(root.treeCount());
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      figures.add(new TreeFigures(id, tree == null ? 0 : tree.size(), root.treePosition(id)));
    }
    return figures;
  }

  Root published() {
    return pipeline.published();
  }

  /** Waits for commits that are under way, refuses new ones with 57P01, and closes the log. */
  @Override
  public void close() {
    pipeline.close();
  }
}
