package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffered batch of input rows, which can be read again when its transaction is retried. Not
 * thread-safe.
 */
public final class RowBatch implements RowStream {
  private final CsvRowReader source;
  private final int limit;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private final long[] lines;
  private int given;

  /**
   * Creates an empty batch.
   *
   * @param limit maximum number of rows of a batch
   */
  public RowBatch(CsvRowReader source, int limit) {
    this.source = source;
    this.limit = limit;
    this.lines = new long[limit];
  }

  /** Drops the rows and reads the next ones; returns false when there are none. */
  public boolean fill() {
    rows.clear();
    given = 0;
    while (rows.size() < limit) {
      Object[] row = source.next();
      if (row == null) {
        break;
      }
      lines[rows.size()] = source.line();
      rows.add(row);
    }
    return !rows.isEmpty();
  }

  public int size() {
    return rows.size();
  }

  /** Restarts at the first row. */
  public void rewind() {
    given = 0;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    return given < rows.size() ? rows.get(given++) : null;
  }

  /** Adds the position of the last row returned to the error. */
  public MosqlException atRow(MosqlException e) {
    return given == 0 ? e : source.at(lines[given - 1], e);
  }
}
