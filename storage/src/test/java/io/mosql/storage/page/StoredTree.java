package io.mosql.storage.page;

import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeEditor;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.tree.TreeShape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Trees of numbered entries in a store, with the bookkeeping that a checkpoint does. */
final class StoredTree {
  static final int VALUE_BYTES = 100;

  /** Pages of not quite 7 KB, for which the tests' caches are sized. */
  private static final TreeShape SHAPE = new TreeShape(64, 64);

  private StoredTree() {}

  static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong();
  }

  /** The value under a key after this many writes to it. */
  static byte[] value(long number, int version) {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) (number * 31 + version));
    ByteBuffer.wrap(value).putLong(number).putInt(version);
    return value;
  }

  /** A tree of the numbers below {@code entries}, all of version 0. */
  static Tree ofNumbers(int entries) {
    TreeEditor editor = Tree.empty(SHAPE).edit();
    for (int i = 0; i < entries; i++) {
      editor.put(key(i), value(i, 0));
    }
    return editor.finish();
  }

  /**
   * Writes a version as the newest checkpoint, keeps the older segments that it needs with their
   * live bytes counted down, and drops its nodes.
   *
   * @param before the version of the checkpoint before, null for the first one
   */
  static void checkpoint(PageStore store, long position, @Nullable Tree before, Tree tree)
      throws IOException {
    try (SegmentWriter fresh = store.begin()) {
      PageRef root = TreePages.write(tree, fresh);
      Map<SegmentId, Long> dead = new HashMap<>();
      if (before != null) {
        TreePages.dropped(
            before,
            tree,
            page ->
                dead.merge(PageStore.location(page).segment(), (long) page.length(), Long::sum));
      }
      List<SegmentEntry> segments = new ArrayList<>(fresh.finish());
      Manifest older = store.manifest();
      if (older != null) {
        for (SegmentEntry segment : older.segments()) {
          long live = segment.liveBytes() - dead.getOrDefault(segment.id(), 0L);
          if (live > 0) {
            segments.add(segment.withLiveBytes(live));
          }
        }
      }
      PageLocation location = root == null ? null : PageStore.location(root);
      TreeEntry entry = new TreeEntry(1, position, tree.size(), location);
      store.install(new Manifest(1, 1, position, position, 0, List.of(entry), segments), fresh);
    }
    TreePages.settle(tree);
  }

  /** The tree of the newest checkpoint. */
  static Tree open(PageStore store) {
    TreeEntry entry = Objects.requireNonNull(store.manifest()).trees().get(0);
    PageLocation root = entry.root();
    return TreePages.open(SHAPE, root == null ? null : store.page(root), entry.size());
  }
}
