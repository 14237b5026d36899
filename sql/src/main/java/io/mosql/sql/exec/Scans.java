package io.mosql.sql.exec;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.RowCursor;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the leaves of plans: point lookups, ranges of the primary key or of an index, lists of
 * keys.
 */
final class Scans {
  private static final Object[] NO_ROW = {};

  private final ExpressionCompiler compiler;

  Scans(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  Operator scan(PlanNode.TableScan scan) {
    Access access =
        new Access(
            scan.table(),
            scan.index(),
            scan.columns(),
            scan.covering(),
            compiler.condition(scan.filter()),
            ExpressionCompiler.inputs(scan.filter()));
    KeyRange range = new KeyRange(access.encoder, scan.bounds(), compiler);
    if (scan.isPoint()) {
      return context -> access.point(range.point(context), context);
    }
    boolean reverse = scan.reverse();
    return context -> {
      KeyRange.Range keys = range.range(context);
      return keys == null
          ? RowStream.EMPTY
          : access.range(keys.from(), keys.to(), reverse, context);
    };
  }

  Operator multiLookup(PlanNode.MultiLookup lookup) {
    Access access =
        new Access(
            lookup.table(),
            lookup.index(),
            lookup.columns(),
            false,
            compiler.condition(lookup.filter()),
            ExpressionCompiler.inputs(lookup.filter()));
    List<Expression[]> tuples = new ArrayList<>();
    for (List<RexNode> tuple : lookup.tuples()) {
      tuples.add(compiler.compileAll(tuple));
    }
    boolean points =
        (lookup.index().primary() || lookup.index().unique())
            && lookup.tuples().get(0).size() == lookup.index().columns().size();
    return context -> {
      Iterator<byte[]> keys = keys(access.encoder, tuples, context).iterator();
      return new RowStream() {
        private RowStream current = RowStream.EMPTY;

        @Override
        public @Nullable Object @Nullable [] next() {
          Object[] row = current.next();
          while (row == null && keys.hasNext()) {
            byte[] key = keys.next();
            current =
                points
                    ? access.point(key, context)
                    : access.range(key, Keys.prefixEnd(key), false, context);
            row = current.next();
          }
          return row;
        }
      };
    };
  }

  private static java.util.SortedSet<byte[]> keys(
      KeyEncoder encoder, List<Expression[]> tuples, ExecutionContext context) {
    TreeSet<byte[]> keys = new TreeSet<>(Keys.ORDER);
    KeyWriter writer = new KeyWriter();
    for (Expression[] tuple : tuples) {
      writer.reset();
      boolean possible = true;
      for (int i = 0; possible && i < tuple.length; i++) {
        Object value = tuple[i].evaluate(NO_ROW, context);
        if (value == null) {
          possible = false;
        } else {
          Object held = KeyRange.held(value, encoder.type(i));
          possible = KeyRange.same(held, value);
          writer.column(encoder.type(i), held, encoder.descending(i));
        }
      }
      if (possible) {
        keys.add(writer.toKey());
      }
    }
    return keys;
  }

  /** One way into a table: finds rows by keys of an index, decodes and filters them. Immutable. */
  private static final class Access {
    private final TableDef table;
    private final IndexDef index;
    private final boolean covering;
    private final RowDecoder decoder;
    private final KeyEncoder encoder;
    private final ExpressionCompiler.Predicate filter;
    private final ColumnSet filtered;

    /**
     * @param filtered columns that the filter looks at
     */
    Access(
        TableDef table,
        IndexDef index,
        ColumnSet columns,
        boolean covering,
        ExpressionCompiler.Predicate filter,
        ColumnSet filtered) {
      this.table = table;
      this.index = index;
      this.covering = covering;
      this.decoder = new RowDecoder(table, columns);
      this.encoder = new KeyEncoder(table, index);
      this.filter = filter;
      this.filtered = filtered;
    }

    /** Whether the row passes; only then are the large values loaded that the filter left alone. */
    private boolean passes(@Nullable Object[] values, ExecutionContext context) {
      decoder.load(values, filtered, context.transaction());
      if (!filter.test(values, context)) {
        return false;
      }
      decoder.load(values, ColumnSet.ALL, context.transaction());
      return true;
    }

    RowStream point(byte @Nullable [] key, ExecutionContext context) {
      if (key == null) {
        return RowStream.EMPTY;
      }
      context.step();
      Transaction transaction = context.transaction();
      Object[] values;
      if (index.primary()) {
        byte[] row = transaction.get(table.rowTree(), key, decoder.readSet());
        values = row == null ? null : decoder.decodeInline(row);
      } else {
        byte[] entry = transaction.get(index.id(), key, ColumnSet.ALL);
        values = entry == null ? null : follow(key, entry, transaction);
      }
      return values == null || !passes(values, context) ? RowStream.EMPTY : new Single(values);
    }

    RowStream range(
        byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ExecutionContext context) {
      Transaction transaction = context.transaction();
      RowCursor cursor =
          transaction.scan(
              index.id(), from, to, reverse, index.primary() ? decoder.readSet() : ColumnSet.ALL);
      return () -> {
        while (cursor.next()) {
          context.step();
          Object[] values =
              index.primary()
                  ? decoder.decodeInline(cursor.row())
                  : follow(cursor.key(), cursor.row(), transaction);
          if (passes(values, context)) {
            return values;
          }
        }
        return null;
      };
    }

    private @Nullable Object[] follow(byte[] entryKey, byte[] primaryKey, Transaction transaction) {
      if (covering) {
        return decoder.decodeEntry(index, entryKey, primaryKey);
      }
      byte[] row = transaction.get(table.rowTree(), primaryKey, decoder.readSet());
      if (row == null) {
        throw new MosqlException(
            SqlState.DATA_CORRUPTED,
            "index " + index.name() + " points to a row that is not in " + table.qualifiedName());
      }
      return decoder.decodeInline(row);
    }
  }

  /** One row. */
  static final class Single implements RowStream {
    private @Nullable Object @Nullable [] row;

    Single(@Nullable Object[] row) {
      this.row = row;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] once = row;
      row = null;
      return once;
    }
  }
}
