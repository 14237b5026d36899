package io.mosql.storage.tree;

import io.mosql.testkit.script.ScriptTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The commands of the tree's golden scripts. Each editing command is a batch, and so a version, of
 * its own, checked at once; {@code -} is an unbounded end. The same scripts are run on trees in
 * memory and on trees in pages, from which every command evicts all nodes.
 */
final class TreeScript implements ScriptTarget {
  /** Storage of the nodes. */
  enum Storage {
    /** On the heap alone. */
    MEMORY,
    /** Each version is written and its nodes are dropped. */
    SETTLED,
    /** Each version is written and opened again. */
    REOPENED,
    /** The same, and no node is ever kept. */
    UNCACHED
  }

  private final Storage storage;
  private final MemoryPages pages = new MemoryPages(1);
  private Tree tree = Tree.empty(TreeShape.TINY);
  private @Nullable TreeCursor cursor;
  private final Map<String, Tree> saved = new HashMap<>();

  TreeScript(Storage storage) {
    this.storage = storage;
    pages.caching(storage != Storage.UNCACHED);
  }

  @Override
  public String run(String command, List<String> args) {
    String output = execute(command, args);
    pages.evictAll();
    return output;
  }

  private String execute(String command, List<String> args) {
    switch (command) {
      case "put", "insert", "remove", "fill", "drain":
        return edit(command, args);
      case "get":
        return text(tree.get(key(args.get(0))));
      case "size":
        return Long.toString(tree.size());
      case "count":
        return Long.toString(tree.count(bound(args.get(0)), bound(args.get(1))));
      case "rank":
        return Long.toString(tree.rank(key(args.get(0))));
      case "at":
        return text(tree.keyAt(Long.parseLong(args.get(0))));
      case "open":
        cursor = tree.cursor();
        return "";
      case "first", "last", "seek", "before", "next", "previous", "here":
        return move(Objects.requireNonNull(cursor), command, args);
      case "scan":
        return scan();
      case "dump":
        List<String> lines = new ArrayList<>();
        dump(tree.root(), "", lines);
        return String.join("\n", lines);
      case "tiny":
        int leafBytes = Integer.parseInt(args.get(0));
        int innerBytes = Integer.parseInt(args.get(1));
        tree = Tree.empty(new TreeShape(16, 16).withBytes(leafBytes, innerBytes));
        return "";
      case "save":
        saved.put(args.get(0), tree);
        return "";
      case "load":
        tree = version(args.get(0));
        return "";
      case "same":
        return tree.sameRoot(version(args.get(0))) ? "same root" : "another root";
      case "hash":
        return Long.toHexString(tree.contentHash());
      default:
        throw ScriptTarget.unknown(command, args);
    }
  }

  private Tree version(String name) {
    return Objects.requireNonNull(saved.get(name));
  }

  private String edit(String command, List<String> args) {
    TreeEditor editor = tree.edit();
    List<String> lines = new ArrayList<>();
    switch (command) {
      case "put" -> {
        for (int i = 0; i < args.size(); i += 2) {
          byte[] previous = editor.put(key(args.get(i)), key(args.get(i + 1)));
          lines.add(args.get(i) + (previous == null ? " is new" : " was " + text(previous)));
        }
      }
      case "insert" -> {
        for (int i = 0; i < args.size(); i += 2) {
          boolean inserted = editor.insert(key(args.get(i)), key(args.get(i + 1)));
          lines.add(args.get(i) + (inserted ? " inserted" : " is there already"));
        }
      }
      case "remove" -> {
        for (String arg : args) {
          byte[] previous = editor.remove(key(arg));
          lines.add(arg + (previous == null ? " is absent" : " was " + text(previous)));
        }
      }
      default -> fillOrDrain(editor, command, args);
    }
    tree = editor.finish();
    TreeChecker.verify(tree);
    if (storage != Storage.MEMORY) {
      Tree stored = MemoryPages.stored(tree, pages);
      tree = storage == Storage.SETTLED ? tree : stored;
      TreeChecker.verify(tree);
    }
    return String.join("\n", lines);
  }

  /** {@code fill 10 99} and {@code drain 99 10}: keys of two digits or more, in that order. */
  private static void fillOrDrain(TreeEditor editor, String command, List<String> args) {
    int number = Integer.parseInt(args.get(0));
    int last = Integer.parseInt(args.get(1));
    int step = last >= number ? 1 : -1;
    for (; number != last + step; number += step) {
      String name = String.format("%02d", number);
      if (command.equals("fill")) {
        editor.put(key(name), key("v" + name));
      } else {
        editor.remove(key(name));
      }
    }
  }

  private static String move(TreeCursor cursor, String command, List<String> args) {
    switch (command) {
      case "first" -> cursor.first();
      case "last" -> cursor.last();
      case "seek" -> cursor.seek(key(args.get(0)));
      case "before" -> cursor.seekBefore(key(args.get(0)));
      case "next" -> cursor.next();
      case "previous" -> cursor.previous();
      default -> {
        return text(cursor.key());
      }
    }
    return cursor.valid() ? text(cursor.key()) + "=" + text(cursor.value()) : "none";
  }

  private String scan() {
    StringBuilder line = new StringBuilder();
    TreeCursor all = tree.cursor();
    for (boolean on = all.first(); on; on = all.next()) {
      line.append(line.isEmpty() ? "" : " ").append(text(all.key()));
    }
    return line.toString();
  }

  private static void dump(TreeNode node, String indent, List<String> lines) {
    if (node instanceof InnerNode inner) {
      lines.add(indent + "inner");
      for (int i = 0; i < inner.size(); i++) {
        String below = i == 0 ? "" : "from " + text(inner.separator(i - 1)) + ", ";
        lines.add(indent + "  " + below + inner.count(i) + " entries:");
        dump(inner.child(i), indent + "    ", lines);
      }
    } else {
      Leaf leaf = (Leaf) node;
      StringBuilder line = new StringBuilder(indent + "leaf");
      for (int i = 0; i < leaf.size(); i++) {
        line.append(' ').append(text(leaf.key(i)));
      }
      lines.add(line.toString());
    }
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte @Nullable [] bound(String text) {
    return text.equals("-") ? null : key(text);
  }

  private static String text(byte @Nullable [] bytes) {
    if (bytes == null) {
      return "absent";
    }
    return bytes.length == 0 ? "empty" : new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
