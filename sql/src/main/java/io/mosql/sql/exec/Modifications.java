package io.mosql.sql.exec;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Compiles INSERT and DELETE; {@link UpdateOperation} is UPDATE. Each runs to its end and returns
 * the number of rows.
 */
final class Modifications {
  private Modifications() {}

  /** A compiled modification. */
  @FunctionalInterface
  interface Modification {
    long run(ExecutionContext context);
  }

  /** Conditions under which a CHECK fails: only a false one does, NULL passes. */
  static List<ExpressionCompiler.@Nullable Predicate> checks(
      List<? extends @Nullable RexNode> checks, ExpressionCompiler compiler) {
    List<ExpressionCompiler.@Nullable Predicate> compiled = new ArrayList<>();
    for (RexNode check : checks) {
      if (check == null) {
        compiled.add(null);
      } else {
        Expression expression = compiler.compile(check);
        compiled.add((row, context) -> Boolean.FALSE.equals(expression.evaluate(row, context)));
      }
    }
    return compiled;
  }

  /** INSERT of the source's rows. */
  static Modification insert(
      PlanNode.Insert node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    Insertion insertion = insertion(node, catalog, compiler);
    boolean readsItself = reads(node.source(), node.table());
    return context ->
        insertion.run(readsItself ? buffered(source, context) : source.open(context), context);
  }

  /** INSERT .. VALUES, which needs no operator beneath it. */
  static Modification insertValues(
      PlanNode.Insert node, PlanNode.Values values, Catalog catalog, ExpressionCompiler compiler) {
    Insertion insertion = insertion(node, catalog, compiler);
    Expression[][] tuples =
        values.tuples().stream().map(compiler::compileAll).toArray(Expression[][]::new);
    return context -> insertion.run(tuples, context);
  }

  private static Insertion insertion(
      PlanNode.Insert node, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer = new TableWriter(table, catalog, checks(node.checks(), compiler));
    SequenceDef[] sequences = new SequenceDef[table.columns().size()];
    for (int i = 0; i < sequences.length; i++) {
      ColumnDef column = table.columns().get(i);
      if (column.sequenceId() != 0) {
        sequences[i] = Objects.requireNonNull(catalog.sequence(column.sequenceId()));
      }
    }
    return new Insertion(writer, sequences);
  }

  private static boolean reads(PlanNode node, TableDef table) {
    return node instanceof PlanNode.TableScan scan && scan.table().id() == table.id()
        || node instanceof PlanNode.MultiLookup lookup && lookup.table().id() == table.id()
        || node.inputs().stream().anyMatch(input -> reads(input, table));
  }

  /** A statement never sees its own writes. */
  private static RowStream buffered(Operator source, ExecutionContext context) {
    var rows = Joins.read(source, context).iterator();
    return () -> rows.hasNext() ? rows.next() : null;
  }

  static Modification delete(PlanNode.Delete node, Operator source, Catalog catalog) {
    TableDef table = node.table();
    TableWriter writer = new TableWriter(table, catalog, List.of());
    KeyFields keys = new KeyFields(writer.primary(), node.keyFields());
    java.util.BitSet needed = writer.foreignKeys().columns();
    writer.table().indexes().forEach(index -> index.columns().forEach(c -> needed.set(c.column())));
    table.primary().columns().forEach(c -> needed.set(c.column()));
    RowDecoder decoder = new RowDecoder(table, ColumnSet.of(needed.stream().toArray()));
    OverflowFields overflow = writer.overflow();
    ColumnSet readSet = decoder.readSet().union(overflow.ordinals());
    boolean needsRow =
        !table.indexes().isEmpty()
            || writer.foreignKeys().hasChildren()
            || !overflow.ordinals().isEmpty();
    return context -> {
      Transaction transaction = context.transaction();
      List<@Nullable Object[]> gone = new ArrayList<>();
      long count = 0;
      for (Object[] row : Joins.read(source, context)) {
        byte[] key = keys.key(row);
        if (needsRow) {
          byte[] stored = transaction.get(table.rowTree(), key, readSet);
          if (stored == null) {
            continue; // The source named the row twice.
          }
          Object[] old = decoder.decode(stored, transaction);
          overflow.delete(stored, overflow.ordinals(), transaction);
          for (KeyEncoder index : writer.indexes()) {
            transaction.remove(index.index().id(), index.key(old));
          }
          gone.add(old);
        }
        if (transaction.delete(table.rowTree(), key)) {
          count++;
        }
      }
      for (Object[] old : gone) {
        writer.foreignKeys().checkChildren(old, null, null, transaction);
      }
      return count;
    };
  }

  /** Encodes primary keys from the fields of a source's rows. */
  static final class KeyFields {
    private final KeyEncoder primary;
    private final int[] fields;

    KeyFields(KeyEncoder primary, List<Integer> fields) {
      this.primary = primary;
      this.fields = fields.stream().mapToInt(Integer::intValue).toArray();
    }

    byte[] key(@Nullable Object[] row) {
      Object[] values = new Object[fields.length];
      for (int i = 0; i < fields.length; i++) {
        values[i] = row[fields[i]];
      }
      return primary.prefix(values);
    }
  }
}
