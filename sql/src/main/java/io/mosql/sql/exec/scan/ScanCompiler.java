package io.mosql.sql.exec.scan;

import io.mosql.core.codec.RowBatch;
import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.StoredRows;
import io.mosql.sql.inverted.ItemSearch;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the leaves of plans: point lookups, and spans of the primary key or of an index. */
public final class ScanCompiler {
  private final ExpressionCompiler compiler;

  public ScanCompiler(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  public Operator scan(PlanNode.TableScan scan) {
    TableAccess access = access(scan, scan.index(), scan.covering());
    if (scan.index().inverted()) {
      return inverted(scan, access);
    }
    CompiledKeyBounds range = new CompiledKeyBounds(access.encoder(), scan.bounds(), compiler);
    if (scan.isPoint() && scan.bounds().next() == null) {
      return context -> access.point(range.prefix(context), context);
    }
    boolean reverse = scan.reverse();
    boolean points = range.isPoints();
    if (scan.distinct() > 0) {
      return new LooseScan(scan, access, range);
    }
    return context -> {
      List<KeySpans.Span> spans = range.spans(context).spans();
      return switch (spans.size()) {
        case 0 -> RowStream.EMPTY;
        case 1 -> rows(spans.get(0), points, reverse, access, context);
        default -> rows(spans, points, reverse, access, context);
      };
    };
  }

  private TableAccess access(PlanNode.TableScan scan, IndexDef index, boolean covering) {
    return new TableAccess(
        scan.table(),
        index,
        scan.columns(),
        covering,
        compiler.condition(scan.filter()),
        ExpressionCompiler.inputs(scan.filter()),
        new RowFilter(scan.table(), scan.filter(), scan.output(), compiler),
        ScanLocking.of(scan));
  }

  /**
   * Compiles the reads of a scan of an ordered index that locks no rows and skips none; its filter
   * is not applied. Rows of a secondary index are fetched, also where its entries have all columns.
   *
   * @return opens the run of one execution
   */
  public Function<ExecutionContext, StoredRows> storedRows(PlanNode.TableScan scan) {
    TableAccess access = access(scan, scan.index(), false);
    CompiledKeyBounds range = new CompiledKeyBounds(access.encoder(), scan.bounds(), compiler);
    if (scan.isPoint() && scan.bounds().next() == null) {
      return context -> access.storedPoint(range.prefix(context), context);
    }
    boolean reverse = scan.reverse();
    boolean points = range.isPoints();
    return context -> {
      List<KeySpans.Span> spans = range.spans(context).spans();
      return switch (spans.size()) {
        case 0 -> StoredRows.EMPTY;
        case 1 -> storedRows(spans.get(0), points, reverse, access, context);
        default -> storedRows(spans, points, reverse, access, context);
      };
    };
  }

  private static StoredRows storedRows(
      KeySpans.Span span,
      boolean points,
      boolean reverse,
      TableAccess access,
      ExecutionContext context) {
    return points
        ? access.storedPoint(span.from(), context)
        : access.storedRange(span.from(), span.to(), reverse, context);
  }

  private static StoredRows storedRows(
      List<KeySpans.Span> spans,
      boolean points,
      boolean reverse,
      TableAccess access,
      ExecutionContext context) {
    return new StoredRows() {
      private int opened;
      private StoredRows current = EMPTY;

      @Override
      public boolean next(RowBatch rows) {
        while (rows.room() > 0) {
          if (!current.next(rows)) {
            if (opened == spans.size()) {
              return false;
            }
            KeySpans.Span span = spans.get(reverse ? spans.size() - 1 - opened : opened);
            opened++;
            current = storedRows(span, points, reverse, access, context);
          }
        }
        return true;
      }
    };
  }

  /** Opens each span when the one before it has ended. */
  private static RowStream rows(
      List<KeySpans.Span> spans,
      boolean points,
      boolean reverse,
      TableAccess access,
      ExecutionContext context) {
    return new RowStream() {
      private int opened;
      private RowStream current = RowStream.EMPTY;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = current.next();
        while (row == null && opened < spans.size()) {
          KeySpans.Span span = spans.get(reverse ? spans.size() - 1 - opened : opened);
          opened++;
          current = rows(span, points, reverse, access, context);
          row = current.next();
        }
        return row;
      }

      @Override
      public boolean isKnownEmpty() {
        return opened == spans.size() && current.isKnownEmpty();
      }
    };
  }

  private static RowStream rows(
      KeySpans.Span span,
      boolean points,
      boolean reverse,
      TableAccess access,
      ExecutionContext context) {
    return points
        ? access.point(span.from(), context)
        : access.range(span.from(), span.to(), reverse, context);
  }

  /** Compiles the range of a scan of a primary index that locks no rows, of one span at most. */
  public PrimaryRange range(PlanNode.TableScan scan) {
    return new PrimaryRange(scan, compiler);
  }

  /**
   * Compiles a scan of an inverted index; it scans all rows when the bound values of the conditions
   * determine no items.
   */
  private Operator inverted(PlanNode.TableScan scan, TableAccess access) {
    TableAccess all = access(scan, scan.table().primary(), false);
    InvertedIndexConditions search =
        new InvertedIndexConditions(scan.index(), scan.bounds(), compiler);
    return context -> {
      ItemSearch.Choice choice = search.choose(context);
      return choice == null
          ? all.range(new byte[0], null, false, context)
          : access.items(choice.items(), context);
    };
  }
}
