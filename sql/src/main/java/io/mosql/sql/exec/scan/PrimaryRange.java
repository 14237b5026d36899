package io.mosql.sql.exec.scan;

import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.storage.transaction.ParallelScan;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled range of a scan of a primary index that locks no rows and has at most one span.
 * Immutable, shared between threads.
 */
public final class PrimaryRange {
  private final CompiledKeyBounds bounds;
  private final ColumnSet columns;
  private final long tree;
  private final boolean reverse;

  PrimaryRange(PlanNode.TableScan scan, ExpressionCompiler compiler) {
    this.bounds =
        new CompiledKeyBounds(new KeyEncoder(scan.table(), scan.index()), scan.bounds(), compiler);
    this.columns = new RowDecoder(scan.table(), scan.columns()).readSet();
    this.tree = scan.index().id();
    this.reverse = scan.reverse();
  }

  /** Opens the cursor of one execution; null for an empty range. */
  public @Nullable RowCursor open(ExecutionContext context) {
    List<KeySpans.Span> spans = bounds.spans(context).spans();
    if (spans.isEmpty()) {
      return null;
    }
    KeySpans.Span span = spans.get(0);
    return context.reads().scan(tree, from(span), span.to(), reverse, columns);
  }

  /**
   * Opens a scan by several threads for one execution.
   *
   * @param rowsMin least number of rows
   * @param partRows rows of a part, about
   * @return null when one thread has to read the rows
   */
  public @Nullable ParallelScan openParallel(
      ExecutionContext context, long rowsMin, long partRows) {
    List<KeySpans.Span> spans = bounds.spans(context).spans();
    if (reverse || spans.size() != 1) {
      return null;
    }
    KeySpans.Span span = spans.get(0);
    return context.reads().scanParallel(tree, from(span), span.to(), columns, rowsMin, partRows);
  }

  private static byte @Nullable [] from(KeySpans.Span span) {
    return span.from().length == 0 ? null : span.from();
  }
}
