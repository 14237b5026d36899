package io.mosql.storage;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The model of a transaction's view: contents at a position, with its own writes applied at once.
 * Every write can be undone. Not thread-safe.
 */
public final class SimulatedView {
  private static final class ModelTree {
    final NavigableMap<String, List<String>> rows;
    final boolean own;

    ModelTree(NavigableMap<String, List<String>> rows, boolean own) {
      this.rows = rows;
      this.own = own;
    }
  }

  /**
   * @param key null for a change of the whole tree
   */
  private record Undo(
      long tree, @Nullable String key, @Nullable List<String> row, @Nullable ModelTree before) {}

  /** A key and its row. */
  public record Found(String key, List<String> row) {}

  private final SimulatedContents base;
  private final Map<Long, ModelTree> trees = new HashMap<>();
  private final List<Undo> undo = new ArrayList<>();

  public SimulatedView(SimulatedContents base) {
    this.base = base;
    base.trees().forEach((id, rows) -> trees.put(id, new ModelTree(rows, false)));
  }

  public SimulatedContents base() {
    return base;
  }

  public boolean hasTree(long tree) {
    return trees.containsKey(tree);
  }

  private NavigableMap<String, List<String>> rows(long tree) {
    ModelTree found = trees.get(tree);
    return found == null ? new TreeMap<>() : found.rows;
  }

  public @Nullable List<String> get(long tree, String key) {
    return rows(tree).get(key);
  }

  private NavigableMap<String, List<String>> range(
      long tree, @Nullable String from, @Nullable String to) {
    NavigableMap<String, List<String>> part = rows(tree);
    if (from != null && to != null && from.compareTo(to) >= 0) {
      return new TreeMap<>();
    }
    part = from == null ? part : part.tailMap(from, true);
    return to == null ? part : part.headMap(to, false);
  }

  long count(long tree, @Nullable String from, @Nullable String to) {
    return range(tree, from, to).size();
  }

  /** The next row of a cursor that has reached a key. */
  public @Nullable Found next(
      long tree,
      @Nullable String from,
      @Nullable String to,
      boolean reverse,
      @Nullable String reached) {
    NavigableMap<String, List<String>> part = range(tree, from, to);
    Map.Entry<String, List<String>> next =
        reached == null
            ? reverse ? part.lastEntry() : part.firstEntry()
            : reverse ? part.lowerEntry(reached) : part.higherEntry(reached);
    return next == null ? null : new Found(next.getKey(), next.getValue());
  }

  public List<Found> whole(long tree) {
    List<Found> all = new ArrayList<>();
    rows(tree).forEach((key, row) -> all.add(new Found(key, row)));
    return all;
  }

  boolean insert(long tree, String key, List<String> row) {
    if (get(tree, key) != null) {
      return false;
    }
    write(tree, key, row);
    return true;
  }

  boolean delete(long tree, String key) {
    if (get(tree, key) == null) {
      return false;
    }
    write(tree, key, null);
    return true;
  }

  PatchResult patch(long tree, String key, List<FieldPatch> changes) {
    List<String> row = get(tree, key);
    if (row == null) {
      return PatchResult.ABSENT;
    }
    List<String> fields = new ArrayList<>(row);
    for (FieldPatch change : changes) {
      if (change instanceof FieldPatch.Set set) {
        setField(fields, set.ordinal(), SimulatedContents.text(set.field()));
      } else if (!add(fields, (FieldPatch.Add) change)) {
        return PatchResult.REFUSED;
      }
    }
    write(tree, key, SimulatedContents.trimmed(fields));
    return PatchResult.DONE;
  }

  public static void setField(List<String> fields, int ordinal, String field) {
    while (fields.size() <= ordinal) {
      fields.add("");
    }
    fields.set(ordinal, field);
  }

  private static boolean add(List<String> fields, FieldPatch.Add add) {
    String field = add.ordinal() < fields.size() ? fields.get(add.ordinal()) : "";
    byte[] stored = field.isEmpty() ? add.missing() : SimulatedContents.bytes(field);
    Object value = stored.length == 0 ? null : RowFormat.decodeField(stored, add.type());
    if (value == null) {
      return true;
    }
    BigDecimal sum = new BigDecimal(value.toString()).add(add.number());
    BigDecimal low = add.low();
    BigDecimal high = add.high();
    if (!fits(sum, add.type())
        || (low != null && sum.compareTo(low) < 0)
        || (high != null && sum.compareTo(high) > 0)) {
      return false;
    }
    Object next = add.type().kind() == TypeKind.BIGINT ? (Object) sum.longValueExact() : sum;
    setField(
        fields, add.ordinal(), SimulatedContents.text(RowFormat.encodeField(add.type(), next)));
    return true;
  }

  private static boolean fits(BigDecimal sum, SqlType type) {
    if (type.kind() == TypeKind.BIGINT) {
      return sum.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
          && sum.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }
    BigInteger limit = BigInteger.TEN.pow(type.precision() - type.scale());
    return sum.abs().compareTo(new BigDecimal(limit)) < 0;
  }

  /** Sets a row, or removes it by null. */
  void write(long tree, String key, @Nullable List<String> row) {
    ModelTree found = trees.get(tree);
    if (found == null) {
      throw new AssertionError("a write to a tree that is not there");
    }
    if (!found.own) {
      found = new ModelTree(new TreeMap<>(found.rows), true);
      trees.put(tree, found);
    }
    undo.add(new Undo(tree, key, found.rows.get(key), null));
    put(found, key, row);
  }

  private static void put(ModelTree tree, String key, @Nullable List<String> row) {
    if (row == null) {
      tree.rows.remove(key);
    } else {
      tree.rows.put(key, row);
    }
  }

  /** Makes an empty tree, or empties one. */
  void clear(long tree) {
    operate(tree, new ModelTree(new TreeMap<>(), true));
  }

  void drop(long tree) {
    operate(tree, null);
  }

  private void operate(long tree, @Nullable ModelTree next) {
    undo.add(new Undo(tree, null, null, trees.get(tree)));
    if (next == null) {
      trees.remove(tree);
    } else {
      trees.put(tree, next);
    }
  }

  public int mark() {
    return undo.size();
  }

  public void undoTo(int mark) {
    while (undo.size() > mark) {
      Undo last = undo.remove(undo.size() - 1);
      String key = last.key;
      if (key != null) {
        ModelTree tree = trees.get(last.tree);
        if (tree == null) {
          throw new AssertionError("an undo in a tree that is not there");
        }
        put(tree, key, last.row);
      } else if (last.before == null) {
        trees.remove(last.tree);
      } else {
        trees.put(last.tree, last.before);
      }
    }
  }

  /** Whether the tree as a whole was created, truncated or dropped. */
  public boolean isOperated(long tree) {
    return undo.stream().anyMatch(u -> u.tree == tree && u.key == null);
  }

  /** Keys with own writes, in trees that are unchanged as a whole. */
  public Set<Row> written() {
    Set<Row> written = new HashSet<>();
    for (Undo u : undo) {
      if (u.key != null && !isOperated(u.tree)) {
        written.add(new Row(u.tree, u.key));
      }
    }
    return written;
  }

  /** Identifies a row. */
  public record Row(long tree, String key) {}

  /** The contents if all of this were committed now. */
  public SimulatedContents contents() {
    Map<Long, NavigableMap<String, List<String>>> all = new TreeMap<>();
    trees.forEach((id, tree) -> all.put(id, tree.rows));
    return new SimulatedContents(all);
  }
}
