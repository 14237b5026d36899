package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.checkpoint.Checkpoint;
import io.mosql.storage.commit.LogReplay;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.transaction.RootReader;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeChecker;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An inspection of a closed database: reads it from its checkpoint to the end of its log, without
 * becoming leader and without writing anything. Changes from the log are applied in memory. Used by
 * one thread.
 */
public final class Inspection {
  private final TreeShape shape;
  private final List<SegmentEntry> segments;
  private final Map<SegmentId, Long> liveBytes = new HashMap<>();
  private Root root;
  private long pages;

  /**
   * Counts of the records of a log.
   *
   * @param records that changed the database
   * @param foreign records of other timelines, which are skipped
   */
  public record Replayed(long records, long foreign) {}

  /**
   * Opens the newest checkpoint; an empty database when there is none.
   *
   * @param store the pages, whose files are never changed
   */
  public Inspection(PageStore store, TreeShape shape) {
    Manifest manifest = store.manifest();
    this.shape = shape;
    this.segments = manifest == null ? List.of() : manifest.segments();
    this.root = manifest == null ? Root.empty(shape) : Checkpoint.of(manifest, store, shape).root();
  }

  public long position() {
    return root.position();
  }

  /** All trees, by id. */
  public List<TreeInfo> trees() {
    List<TreeInfo> figures = new ArrayList<>(root.treeCount());
    for (long id : root.treeIds()) {
      figures.add(new TreeInfo(id, tree(id).size(), root.treePosition(id)));
    }
    return figures;
  }

  private Tree tree(long id) {
    Tree tree = root.tree(id);
    if (tree == null) {
      throw new IllegalArgumentException("no tree " + id);
    }
    return tree;
  }

  /**
   * Loads all pages of a tree of the checkpoint and checks its invariants; to be called before
   * {@link #replay}, once for each tree.
   *
   * @return number of its pages
   */
  public long checkPages(long id, Consumer<String> problems) {
    long before = pages;
    List<String> found = new ArrayList<>();
    String broken = broken(id);
    try {
      TreePages.walk(tree(id), (page, inner, low) -> visit(page, !inner && broken != null, found));
    } catch (MosqlException e) {
      found.add(e.getMessage());
    }
    if (broken != null && !found.contains(broken)) {
      found.add(broken);
    }
    found.forEach(problem -> problems.accept("tree " + id + ": " + problem));
    return pages - before;
  }

  private void visit(PageRef page, boolean read, List<String> found) {
    pages++;
    SegmentId segment = new SegmentId(page.source().idHigh(), page.source().idLow());
    liveBytes.merge(segment, (long) page.length(), Long::sum);
    if (read) {
      try {
        page.source().read(page);
      } catch (MosqlException e) {
        found.add(e.getMessage());
      }
    }
  }

  private @Nullable String broken(long id) {
    try {
      TreeChecker.verify(tree(id));
      return null;
    } catch (MosqlException | IllegalStateException e) {
      return e.getMessage();
    }
  }

  /**
   * Compares the live bytes of the manifest with the pages that were found; to be called when the
   * pages of all trees were checked without a problem.
   */
  public void checkLiveBytes(Consumer<String> problems) {
    for (SegmentEntry segment : segments) {
      long live = liveBytes.getOrDefault(segment.id(), 0L);
      if (live != segment.liveBytes()) {
        problems.accept(
            "file "
                + segment.id().fileName()
                + ": the manifest counts "
                + segment.liveBytes()
                + " live bytes, there are "
                + live);
      }
    }
  }

  /**
   * Applies a log in memory.
   *
   * @param log reads it and delivers its records
   * @throws MosqlException XX001 when a record does not fit what it follows
   */
  public Replayed replay(Consumer<StateMachine> log) {
    LogReplay replay = new LogReplay(root, shape, RecoveryTarget.LOG, Long.MAX_VALUE, made -> made);
    log.accept(replay);
    root = replay.finish();
    return new Replayed(replay.records(), replay.foreignRecords());
  }

  /** Checks the invariants of a tree in its current state. */
  public void checkTree(long id, Consumer<String> problems) {
    String broken = broken(id);
    if (broken != null) {
      problems.accept("tree " + id + ", with the log applied: " + broken);
    }
  }

  /** The reads of the state reached so far. */
  public TransactionReader reader() {
    return new RootReader(root);
  }
}
