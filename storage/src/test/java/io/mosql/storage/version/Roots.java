package io.mosql.storage.version;

import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Contents of roots, comparable and printable. */
public final class Roots {
  private Roots() {}

  /** An empty root. */
  public static Root at(long timeline, long epoch, long position) {
    return new Root(
        timeline, epoch, position, new long[0], new Root.TreeState[0], Root.Dirt.NONE, 1);
  }

  /** Tree id to key to value, in hex, and the position of each tree's last write. */
  public static Map<Long, Map<String, String>> contents(Root root, long... except) {
    Map<Long, Map<String, String>> all = new TreeMap<>();
    for (long id : root.treeIds()) {
      if (java.util.Arrays.stream(except).noneMatch(other -> other == id)) {
        Map<String, String> entries = new TreeMap<>();
        entries.put("position", Long.toString(root.treePosition(id)));
        Tree tree = root.tree(id);
        if (tree != null) {
          TreeCursor cursor = tree.cursor();
          for (boolean on = cursor.first(); on; on = cursor.next()) {
            entries.put(hex(cursor.key()), hex(cursor.value()));
          }
        }
        all.put(id, entries);
      }
    }
    return all;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
