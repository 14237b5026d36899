package io.mosql.sql.exec;

import io.mosql.core.codec.RowFormat;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A compiled UPDATE. The source is read to its end first, so that the statement never meets its own
 * writes; index entries are all removed before any is put, and keys that move are deleted before
 * any is inserted, so that {@code id = id + 1} does not stumble over itself.
 *
 * <p>When no index, check, key or foreign key holds a set column, a row is changed by setting its
 * fields alone. Of large values only those are touched that are set, and only those loaded that
 * something looks at; with a key that moves the descriptors of the others move.
 */
final class UpdateOperation implements Modifications.Modification {
  private final TableWriter writer;
  private final Operator source;
  private final Modifications.KeyFields keys;
  private final int[] columns;
  private final int[] ordinals;
  private final Expression[] values;
  private final BitSet changed = new BitSet();
  private final List<KeyEncoder> touchedIndexes = new ArrayList<>();
  private final boolean movesKey;
  private final boolean simple;
  private final RowDecoder decoder;

  /** Columns whose values are looked at. */
  private final ColumnSet needed;

  /** Ordinals of the set columns that may have large values to delete. */
  private final ColumnSet replaced;

  private final ColumnSet readSet;

  UpdateOperation(
      PlanNode.Update node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    this.writer = new TableWriter(table, catalog, Modifications.checks(node.checks(), compiler));
    this.source = source;
    this.keys = new Modifications.KeyFields(writer.primary(), node.keyFields());
    int[] order =
        IntStream.range(0, node.columns().size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> writer.ordinal(node.columns().get(i))))
            .mapToInt(Integer::intValue)
            .toArray();
    this.columns = new int[order.length];
    this.ordinals = new int[order.length];
    this.values = new Expression[order.length];
    for (int i = 0; i < order.length; i++) {
      columns[i] = node.columns().get(order[i]);
      ordinals[i] = writer.ordinal(columns[i]);
      values[i] = compiler.compile(node.values().get(order[i]));
      changed.set(columns[i]);
    }
    this.movesKey = writer.primary().touches(changed);
    for (KeyEncoder index : writer.indexes()) {
      if (movesKey || index.touches(changed)) {
        touchedIndexes.add(index);
      }
    }
    BitSet foreign = writer.foreignKeys().columns();
    boolean checked = node.checks().stream().anyMatch(check -> check != null);
    this.simple = !movesKey && touchedIndexes.isEmpty() && !checked && !foreign.intersects(changed);
    this.needed = needed(node, foreign);
    this.decoder = new RowDecoder(table, movesKey ? all(table) : needed);
    this.replaced = writer.overflow().ordinals(changed.stream());
    this.readSet = decoder.readSet().union(replaced);
  }

  private static ColumnSet all(TableDef table) {
    return ColumnSet.of(IntStream.range(0, table.columns().size()).toArray());
  }

  private ColumnSet needed(PlanNode.Update node, BitSet foreign) {
    BitSet columns = new BitSet();
    columns.or(foreign);
    node.table().primary().columns().forEach(c -> columns.set(c.column()));
    touchedIndexes.forEach(index -> index.index().columns().forEach(c -> columns.set(c.column())));
    ColumnSet all = ColumnSet.of(columns.stream().toArray());
    for (RexNode check : node.checks()) {
      all = all.union(ExpressionCompiler.inputs(check));
    }
    return all;
  }

  @Override
  public long run(ExecutionContext context) {
    List<@Nullable Object[]> rows = Joins.read(source, context);
    if (simple) {
      for (Object[] row : rows) {
        setFields(row, context);
      }
      return rows.size();
    }
    List<Change> changes = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      Change change = begin(row, context);
      if (change != null) {
        changes.add(change);
      }
    }
    for (Change change : changes) {
      finish(change, context);
    }
    for (Change change : changes) {
      writer.foreignKeys().checkParents(change.after, changed, context.transaction());
      writer
          .foreignKeys()
          .checkChildren(change.before, change.after, changed, context.transaction());
    }
    return changes.size();
  }

  private void setFields(@Nullable Object[] row, ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    byte[] key = keys.key(row);
    Object[] set = evaluate(row, context);
    if (!replaced.isEmpty()) {
      byte[] stored = transaction.get(tree, key, replaced);
      if (stored == null) {
        return;
      }
      writer.overflow().delete(stored, replaced, transaction);
    }
    transaction.set(tree, key, ordinals, fields(outlined(set, context)));
  }

  /**
   * A row before and after.
   *
   * @param outlined the one after as it is to be encoded when its key moves, else null
   */
  private record Change(
      byte[] key,
      @Nullable Object[] before,
      @Nullable Object[] after,
      @Nullable Object @Nullable [] outlined) {}

  private @Nullable Object[] evaluate(@Nullable Object[] row, ExecutionContext context) {
    Object[] set = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      set[i] = writer.stored(columns[i], values[i].evaluate(row, context));
    }
    return set;
  }

  private @Nullable Object[] outlined(@Nullable Object[] set, ExecutionContext context) {
    Object[] outlined = new Object[set.length];
    for (int i = 0; i < set.length; i++) {
      outlined[i] = writer.overflow().outlined(columns[i], set[i], context);
    }
    return outlined;
  }

  private byte[][] fields(@Nullable Object[] outlined) {
    byte[][] fields = new byte[outlined.length][];
    for (int i = 0; i < outlined.length; i++) {
      fields[i] = RowFormat.encodeField(writer.type(columns[i]), outlined[i]);
    }
    return fields;
  }

  private @Nullable Change begin(@Nullable Object[] row, ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    byte[] key = keys.key(row);
    byte[] stored = transaction.get(tree, key, readSet);
    if (stored == null) {
      return null; // The source named the row twice and the first time moved it.
    }
    Object[] inline = decoder.decodeInline(stored);
    Object[] before = inline.clone();
    decoder.load(before, needed, transaction);
    Object[] set = evaluate(row, context);
    Object[] after = with(before, set);
    writer.check(after, context);
    writer.overflow().delete(stored, replaced, transaction);
    Object[] outlined = outlined(set, context);
    for (KeyEncoder index : touchedIndexes) {
      if (movesKey || !index.sameColumns(before, after)) {
        transaction.remove(index.index().id(), index.key(before));
      }
    }
    if (movesKey) {
      transaction.delete(tree, key);
      return new Change(key, before, after, with(inline, outlined));
    }
    transaction.set(tree, key, ordinals, fields(outlined));
    return new Change(key, before, after, null);
  }

  /** A copy with the set columns replaced. */
  private @Nullable Object[] with(@Nullable Object[] row, @Nullable Object[] set) {
    Object[] copy = row.clone();
    for (int i = 0; i < set.length; i++) {
      copy[columns[i]] = set[i];
    }
    return copy;
  }

  private void finish(Change change, ExecutionContext context) {
    Transaction transaction = context.transaction();
    byte[] key = change.key;
    if (change.outlined != null) {
      key = writer.insertRow(change.after, change.outlined, transaction, context.scratch());
    }
    for (KeyEncoder index : touchedIndexes) {
      if (movesKey || !index.sameColumns(change.before, change.after)) {
        writer.putEntry(
            index, index.key(change.after), key, index.hasNull(change.after), transaction);
      }
    }
  }
}
