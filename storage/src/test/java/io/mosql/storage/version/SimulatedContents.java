package io.mosql.storage.version;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mosql.core.codec.RowFormat;
import io.mosql.storage.SimulatedView;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The contents of all trees at one position, as sorted maps. Keys and fields are text of one
 * character a byte, so that they have an order, an equality and a hash; a row is its fields,
 * without missing ones at its end. Immutable.
 *
 * @param trees without those that the pipeline writes by itself
 */
public record SimulatedContents(Map<Long, NavigableMap<String, List<String>>> trees) {
  /** Written beside the changes of transactions. */
  static final Set<Long> NOT_MODELLED = Set.of(SystemTrees.OUTCOMES, SystemTrees.EPOCH);

  /** What arrays say of themselves, other at every run. */
  private static final Pattern ARRAY = Pattern.compile("\\[B@[0-9a-f]+");

  public static SimulatedContents empty() {
    return new SimulatedContents(
        Map.of(SystemTrees.CATALOG, new TreeMap<>(), SystemTrees.COUNTERS, new TreeMap<>()));
  }

  public static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  static @Nullable String textOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : text(bytes);
  }

  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** The fields of a row. */
  public static List<String> row(byte[] row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < RowFormat.fieldCount(row); i++) {
      fields.add(text(RowFormat.field(row, i)));
    }
    return trimmed(fields);
  }

  public static @Nullable List<String> rowOrNull(byte @Nullable [] row) {
    return row == null ? null : row(row);
  }

  /** Without missing fields at the end. */
  public static List<String> trimmed(List<String> fields) {
    int count = fields.size();
    while (count > 0 && fields.get(count - 1).isEmpty()) {
      count--;
    }
    return List.copyOf(fields.subList(0, count));
  }

  /** What a read of some columns sees of a row. */
  public static @Nullable List<String> project(@Nullable List<String> row, ColumnSet columns) {
    if (row == null || columns.isAll()) {
      return row;
    }
    List<String> selected = new ArrayList<>();
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      selected.add(i < row.size() ? row.get(i) : "");
    }
    return selected;
  }

  /** The actual contents of a root. */
  public static SimulatedContents of(Root root) {
    Map<Long, NavigableMap<String, List<String>>> trees = new TreeMap<>();
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      if (tree != null && !NOT_MODELLED.contains(id)) {
        NavigableMap<String, List<String>> rows = new TreeMap<>();
        TreeCursor cursor = tree.cursor();
        for (boolean on = cursor.first(); on; on = cursor.next()) {
          rows.put(text(cursor.key()), row(cursor.value()));
        }
        trees.put(id, rows);
      }
    }
    return new SimulatedContents(trees);
  }

  /** After the effects of a transaction, as they stand in the log. */
  public SimulatedContents with(List<Effect> effects) {
    Map<Long, NavigableMap<String, List<String>>> next = new TreeMap<>(trees);
    Set<Long> copied = new HashSet<>();
    for (Effect effect : effects) {
      long tree = effect.tree();
      if (NOT_MODELLED.contains(tree)) {
        continue;
      }
      if (effect instanceof Effect.CreateTree || effect instanceof Effect.TruncateTree) {
        next.put(tree, new TreeMap<>());
        copied.add(tree);
      } else if (effect instanceof Effect.DropTree) {
        next.remove(tree);
      } else {
        NavigableMap<String, List<String>> rows = next.get(tree);
        if (rows == null) {
          throw new AssertionError("an effect in a tree that is not there: " + tree);
        }
        if (copied.add(tree)) {
          rows = new TreeMap<>(rows);
          next.put(tree, rows);
        }
        apply(rows, effect);
      }
    }
    return new SimulatedContents(next);
  }

  private static void apply(NavigableMap<String, List<String>> rows, Effect effect) {
    if (effect instanceof Effect.Put put) {
      rows.put(text(put.key()), row(put.value()));
    } else if (effect instanceof Effect.Delete delete) {
      rows.remove(text(delete.key()));
    } else if (effect instanceof Effect.SetFields set) {
      List<String> row = rows.get(text(set.key()));
      if (row == null) {
        throw new AssertionError("fields of a row that is not there");
      }
      List<String> fields = new ArrayList<>(row);
      for (int i = 0; i < set.ordinals().length; i++) {
        SimulatedView.setField(fields, set.ordinals()[i], text(set.fields()[i]));
      }
      rows.put(text(set.key()), trimmed(fields));
    }
  }

  public @Nullable List<String> get(long tree, String key) {
    NavigableMap<String, List<String>> rows = trees.get(tree);
    return rows == null ? null : rows.get(key);
  }

  boolean isCatalogEmpty() {
    NavigableMap<String, List<String>> catalog = trees.get(SystemTrees.CATALOG);
    return catalog == null || catalog.isEmpty();
  }

  /** For people: bytes that are no letters as numbers; the same at every run. */
  public static String show(@Nullable Object value) {
    StringBuilder shown = new StringBuilder();
    for (char c : ARRAY.matcher(String.valueOf(value)).replaceAll("bytes").toCharArray()) {
      if (c >= ' ' && c < 0x7F) {
        shown.append(c);
      } else {
        shown.append('\\').append(Integer.toHexString(c));
      }
    }
    return shown.toString();
  }
}
