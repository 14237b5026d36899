package io.mosql.sql.exec;

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
import org.jspecify.annotations.Nullable;

/**
 * A compiled UPDATE. The source is read to its end first, so that the statement never meets its own
 * writes; index entries are all removed before any is put, and keys that move are deleted before
 * any is inserted, so that {@code id = id + 1} does not stumble over itself.
 *
 * <p>When no index, check, key or foreign key holds a set column, a row is changed by setting its
 * fields alone.
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
    this.decoder = new RowDecoder(table, needed(table, foreign, checked));
  }

  private ColumnSet needed(TableDef table, BitSet foreign, boolean checked) {
    BitSet needed = new BitSet();
    if (movesKey || checked) {
      needed.set(0, table.columns().size());
    } else {
      needed.or(foreign);
      table.primary().columns().forEach(c -> needed.set(c.column()));
      touchedIndexes.forEach(index -> index.index().columns().forEach(c -> needed.set(c.column())));
    }
    return ColumnSet.of(needed.stream().toArray());
  }

  @Override
  public long run(ExecutionContext context) {
    List<@Nullable Object[]> rows = Joins.read(source, context);
    if (simple) {
      for (Object[] row : rows) {
        Object[] set = evaluate(row, context);
        context.transaction().set(writer.table().rowTree(), keys.key(row), ordinals, fields(set));
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

  /** A row before and after. */
  private record Change(byte[] key, @Nullable Object[] before, @Nullable Object[] after) {}

  private @Nullable Object[] evaluate(@Nullable Object[] row, ExecutionContext context) {
    Object[] set = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      set[i] = writer.stored(columns[i], values[i].evaluate(row, context));
    }
    return set;
  }

  private byte[][] fields(@Nullable Object[] set) {
    byte[][] fields = new byte[set.length][];
    for (int i = 0; i < set.length; i++) {
      fields[i] = Modifications.field(writer.type(columns[i]), set[i]);
    }
    return fields;
  }

  private @Nullable Change begin(@Nullable Object[] row, ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    byte[] key = keys.key(row);
    byte[] stored = transaction.get(tree, key, decoder.readSet());
    if (stored == null) {
      return null; // The source named the row twice and the first time moved it.
    }
    Object[] before = decoder.decode(stored);
    Object[] set = evaluate(row, context);
    Object[] after = before.clone();
    for (int i = 0; i < set.length; i++) {
      after[columns[i]] = set[i];
    }
    writer.check(after, context);
    for (KeyEncoder index : touchedIndexes) {
      if (movesKey || !index.sameColumns(before, after)) {
        transaction.remove(index.index().id(), index.key(before));
      }
    }
    if (movesKey) {
      transaction.delete(tree, key);
    } else {
      transaction.set(tree, key, ordinals, fields(set));
    }
    return new Change(key, before, after);
  }

  private void finish(Change change, ExecutionContext context) {
    Transaction transaction = context.transaction();
    byte[] key = change.key;
    if (movesKey) {
      key = writer.primary().key(change.after);
      if (!transaction.insert(
          writer.table().rowTree(), key, writer.encode(change.after, context.scratch()))) {
        throw writer.duplicate(writer.table().primary());
      }
    }
    for (KeyEncoder index : touchedIndexes) {
      if (movesKey || !index.sameColumns(change.before, change.after)) {
        writer.putEntry(
            index, index.key(change.after), key, index.hasNull(change.after), transaction);
      }
    }
  }
}
