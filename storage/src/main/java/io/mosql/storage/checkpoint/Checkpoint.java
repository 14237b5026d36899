package io.mosql.storage.checkpoint;

import io.mosql.core.port.LogStamp;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageLocation;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.TreeEntry;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root;
import java.util.List;

/**
 * A root whose pages are named by a durable manifest.
 *
 * @param manifest that names it
 */
public record Checkpoint(Root root, Manifest manifest) {
  /** Its place in the log: the last record of its root, or a later one without changes. */
  LogStamp stamp() {
    return manifest.log();
  }

  /** The root that a manifest describes; its trees are read on demand. */
  public static Checkpoint of(Manifest manifest, PageStore pages, TreeShape shape) {
    List<TreeEntry> trees = manifest.trees();
    long[] ids = new long[trees.size()];
    Root.TreeState[] states = new Root.TreeState[ids.length];
    for (int i = 0; i < ids.length; i++) {
      TreeEntry entry = trees.get(i);
      ids[i] = entry.id();
      PageLocation location = entry.root();
      Tree tree =
          TreePages.open(shape, location == null ? null : pages.page(location), entry.size());
      states[i] = new Root.TreeState(tree, entry.position());
    }
    Root root =
        new Root(
            manifest.timeline(),
            manifest.epoch(),
            manifest.position(),
            ids,
            states,
            Root.Dirt.NONE,
            1);
    return new Checkpoint(root.withStamp(manifest.log()), manifest);
  }
}
