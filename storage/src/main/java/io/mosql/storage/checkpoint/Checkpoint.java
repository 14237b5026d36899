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
 * A root whose pages a durable manifest names.
 *
 * @param manifest that names it
 */
public record Checkpoint(Root root, Manifest manifest) {
  /** Where in the log it stands: at the last record of its root, or at one that changed nothing. */
  LogStamp stamp() {
    return manifest.log();
  }

  /** The root that a manifest describes; its trees are read when they are looked at. */
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
