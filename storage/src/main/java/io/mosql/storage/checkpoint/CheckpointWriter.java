package io.mosql.storage.checkpoint;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.page.SegmentWriter;
import io.mosql.storage.page.TreeEntry;
import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.PageSource;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.version.Root;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of one checkpoint: writes the nodes of a root that are not in a durable page yet,
 * children before parents, and the manifest that makes them durable. Only then do the trees in
 * memory refer to the new pages.
 *
 * <p>Used once, by one thread.
 */
public final class CheckpointWriter {
  private final PageStore pages;
  private final Clock clock;
  private final Throttle pace;
  private final Installer installer;
  private final @Nullable Checkpoint before;
  private final Root root;
  private final LogStamp stamp;
  private volatile long pagesWritten;
  private volatile long bytesWritten;

  /** Called by the writer between pages. */
  public interface Throttle {
    /** Called after each page. */
    void written(int bytes);
  }

  /** Installs a checkpoint. */
  public interface Installer {
    void install(Checkpoint checkpoint, SegmentWriter segments) throws IOException;
  }

  /**
   * @param stamp of the root's last record, or of a later one without changes
   */
  public CheckpointWriter(
      PageStore pages,
      Clock clock,
      Throttle pace,
      @Nullable Checkpoint before,
      Root root,
      LogStamp stamp,
      Installer installer) {
    this.pages = pages;
    this.clock = clock;
    this.pace = pace;
    this.before = before;
    this.root = root;
    this.stamp = stamp;
    this.installer = installer;
  }

  long pagesWritten() {
    return pagesWritten;
  }

  long bytesWritten() {
    return bytesWritten;
  }

  /**
   * @throws IOException when a write failed, with the previous checkpoint still current; see {@link
   *     PageStore} for the failure of a sync
   */
  public Checkpoint run() throws IOException {
    // All contents of the root were committed before.
    long wallMicros = clock.wallMicros();
    try (SegmentWriter segments = pages.begin()) {
      List<TreeEntry> trees = new ArrayList<>(root.treeCount());
      for (long id : root.treeIds()) {
        Tree tree = tree(root, id);
        PageRef page = TreePages.write(tree, bytes -> write(segments, bytes));
        trees.add(
            new TreeEntry(
                id,
                root.treePosition(id),
                tree.size(),
                page == null ? null : PageStore.location(page)));
      }
      List<SegmentEntry> entries = stillAlive();
      entries.addAll(segments.finish());
      Manifest manifest =
          new Manifest(
              root.timeline(), root.epoch(), root.position(), stamp, wallMicros, trees, entries);
      Checkpoint done = new Checkpoint(root, manifest);
      installer.install(done, segments);
      return done;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written by one thread, read by others
  private PageRef write(SegmentWriter segments, byte[] bytes) throws IOException {
    PageRef page = segments.write(bytes);
    pagesWritten++;
    bytesWritten += bytes.length;
    pace.written(bytes.length);
    return page;
  }

  /** The segments of the previous checkpoint that this one still refers to. */
  private List<SegmentEntry> stillAlive() {
    List<SegmentEntry> alive = new ArrayList<>();
    Checkpoint last = before;
    if (last == null) {
      return alive;
    }
    Map<SegmentId, Long> dead = dead(last.root());
    for (SegmentEntry entry : last.manifest().segments()) {
      long live = entry.liveBytes() - dead.getOrDefault(entry.id(), 0L);
      InvariantViolation.check(
          live >= 0, "the live bytes of a segment are not negative", live, entry.liveBytes());
      if (live > 0) {
        alive.add(entry.withLiveBytes(live));
      }
    }
    return alive;
  }

  private Map<SegmentId, Long> dead(Root last) {
    Map<SegmentId, Long> dead = new HashMap<>();
    for (long id : last.treeIds()) {
      Tree then = tree(last, id);
      Tree now = root.tree(id);
      if (then != now) {
        TreePages.dropped(
            then,
            now == null ? Tree.empty(then.shape()) : now,
            page -> dead.merge(idOf(page.source()), (long) page.length(), Long::sum));
      }
    }
    return dead;
  }

  private static SegmentId idOf(PageSource source) {
    return new SegmentId(source.idHigh(), source.idLow());
  }

  private static Tree tree(Root root, long id) {
    Tree tree = root.tree(id);
    if (tree == null) {
      throw new InvariantViolation("a root has the trees of its ids, also " + id);
    }
    return tree;
  }
}
