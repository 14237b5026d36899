package io.mosql.sql.exec.scan;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.inverted.ItemSearch;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the leaves of plans: point lookups, ranges of the primary key or of an index, lists of
 * keys.
 */
public final class ScanCompiler {
  private static final Object[] NO_ROW = {};

  private final ExpressionCompiler compiler;

  public ScanCompiler(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  public Operator scan(PlanNode.TableScan scan) {
    TableAccess access =
        new TableAccess(
            scan.table(),
            scan.index(),
            scan.columns(),
            scan.covering(),
            compiler.condition(scan.filter()),
            ExpressionCompiler.inputs(scan.filter()),
            new RowFilter(scan.table(), scan.filter(), scan.output(), compiler),
            ScanLocking.of(scan));
    if (scan.index().inverted()) {
      return inverted(scan, access);
    }
    CompiledKeyBounds range = new CompiledKeyBounds(access.encoder(), scan.bounds(), compiler);
    if (scan.isPoint()) {
      return context -> access.point(range.point(context), context);
    }
    boolean reverse = scan.reverse();
    return context -> {
      CompiledKeyBounds.Range keys = range.range(context);
      return keys == null
          ? RowStream.EMPTY
          : access.range(keys.from(), keys.to(), reverse, context);
    };
  }

  /**
   * Compiles the range of a scan of a primary index that locks no rows.
   *
   * @return opens the cursor of one execution; null for an empty range
   */
  public Function<ExecutionContext, @Nullable RowCursor> cursor(PlanNode.TableScan scan) {
    KeyEncoder encoder = new KeyEncoder(scan.table(), scan.index());
    ColumnSet columns = new RowDecoder(scan.table(), scan.columns()).readSet();
    CompiledKeyBounds range = new CompiledKeyBounds(encoder, scan.bounds(), compiler);
    long tree = scan.index().id();
    boolean reverse = scan.reverse();
    return context -> {
      CompiledKeyBounds.Range keys = range.range(context);
      return keys == null
          ? null
          : context.reads().scan(tree, keys.from(), keys.to(), reverse, columns);
    };
  }

  /**
   * Compiles a scan of an inverted index; it scans all rows when the bound values of the conditions
   * determine no items.
   */
  private Operator inverted(PlanNode.TableScan scan, TableAccess access) {
    TableAccess all =
        new TableAccess(
            scan.table(),
            scan.table().primary(),
            scan.columns(),
            false,
            compiler.condition(scan.filter()),
            ExpressionCompiler.inputs(scan.filter()),
            new RowFilter(scan.table(), scan.filter(), scan.output(), compiler),
            ScanLocking.of(scan));
    InvertedIndexConditions search =
        new InvertedIndexConditions(scan.index(), scan.bounds(), compiler);
    return context -> {
      ItemSearch.Choice choice = search.choose(context);
      return choice == null
          ? all.range(null, null, false, context)
          : access.items(choice.items(), context);
    };
  }

  public Operator multiLookup(PlanNode.MultiLookup lookup) {
    TableAccess access =
        new TableAccess(
            lookup.table(),
            lookup.index(),
            lookup.columns(),
            false,
            compiler.condition(lookup.filter()),
            ExpressionCompiler.inputs(lookup.filter()),
            new RowFilter(lookup.table(), lookup.filter(), lookup.columns(), compiler),
            ScanLocking.of(lookup));
    List<Expression[]> tuples = new ArrayList<>();
    for (List<RexNode> tuple : lookup.tuples()) {
      tuples.add(compiler.compileAll(tuple));
    }
    boolean points =
        (lookup.index().primary() || lookup.index().unique())
            && lookup.tuples().get(0).size() == lookup.index().columns().size();
    return context -> {
      Iterator<byte[]> keys = keys(access.encoder(), tuples, context).iterator();
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

        @Override
        public boolean isKnownEmpty() {
          return !keys.hasNext() && current.isKnownEmpty();
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
          Object held = CompiledKeyBounds.floorInType(value, encoder.type(i));
          possible = held != null && CompiledKeyBounds.same(held, value);
          if (possible) {
            writer.column(encoder.type(i), held, encoder.descending(i));
          }
        }
      }
      if (possible) {
        keys.add(writer.toKey());
      }
    }
    return keys;
  }
}
