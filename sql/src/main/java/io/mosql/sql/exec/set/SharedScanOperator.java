package io.mosql.sql.exec.set;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scans of a query of WITH that is executed once in a statement: the first scan that needs a
 * row reads it from the query, the others find it in a buffer. Rows that no scan needs are not
 * read, as long as the buffer fits into memory; else the rest is read at once into a file. The
 * buffer lives until the statement ends. One for each query of a plan; immutable once the plan is
 * compiled.
 */
public final class SharedScanOperator implements Operator {
  /** Number of positions at which the buffer is read alternately without reading a block twice. */
  private static final int PLACES = 4;

  private @Nullable Operator query;

  /** Sets the compiled query. */
  public void setQuery(Operator operator) {
    query = operator;
  }

  @Override
  public RowStream open(ExecutionContext context) {
    Rows rows = context.computeOnce(this, () -> new Rows(context));
    int[] at = {0};
    return () -> rows.row(at[0]++);
  }

  /** The rows of one execution. Not thread-safe. */
  private final class Rows {
    private final ExecutionContext context;
    private final RowBuffer buffer;
    private @Nullable RowStream source;
    private boolean over;

    Rows(ExecutionContext context) {
      this.context = context;
      this.buffer = new RowBuffer(context, PLACES);
    }

    @Nullable Object @Nullable [] row(int number) {
      while (!over && (number >= buffer.size() || !buffer.isInMemory())) {
        // what the query and the buffer charge is released with the statement
        over = context.lasting(this::isOver);
      }
      context.step();
      return number < buffer.size() ? buffer.row(number) : null;
    }

    /** Reads a row; returns whether there was none. */
    private boolean isOver() {
      RowStream rows = source;
      if (rows == null) {
        rows = Objects.requireNonNull(query, "a shared scan has a query").open(context);
        source = rows;
      }
      Object[] row = rows.next();
      if (row != null) {
        buffer.add(row);
      }
      return row == null;
    }
  }
}
