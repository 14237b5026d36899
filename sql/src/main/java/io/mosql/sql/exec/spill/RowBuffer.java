package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of rows that can be read repeatedly, such as the inner side of a nested-loop join or a
 * window partition: in memory up to the budget, the rest in a temporary file. Not thread-safe.
 */
public final class RowBuffer {
  private static final int REFERENCE_BYTES = 8;

  private final ExecutionContext context;
  private final int places;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private @Nullable RandomAccessRowFile rest;
  private @Nullable BitSet marked;
  private int markBytes;
  private int last;
  private long kept;

  /**
   * Creates an empty buffer.
   *
   * @param places number of positions at which the buffer is read alternately
   */
  public RowBuffer(ExecutionContext context, int places) {
    this.context = context;
    this.places = places;
  }

  /** Buffers all rows of a stream. */
  public static RowBuffer of(RowStream input, ExecutionContext context) {
    RowBuffer all = new RowBuffer(context, 1);
    for (Object[] row = input.next(); row != null; row = input.next()) {
      context.step();
      all.add(row);
    }
    return all;
  }

  /**
   * Buffers all rows of a stream until the statement ends; returns null when too little memory
   * would remain for other operators.
   */
  public static @Nullable RowBuffer tryForStatement(RowStream input, ExecutionContext context) {
    RowBuffer all = new RowBuffer(context, 1);
    for (Object[] row = input.next(); row != null; row = input.next()) {
      context.step();
      all.add(row);
      if (!context.fitsForStatement(all.kept)) {
        all.release();
        return null;
      }
    }
    return all;
  }

  public void add(@Nullable Object[] row) {
    add(row, false);
  }

  /**
   * Adds a row.
   *
   * @param paid whether another operator also has the row in memory and has charged it
   */
  public void add(@Nullable Object[] row, boolean paid) {
    RandomAccessRowFile others = rest;
    if (others == null && context.shouldSpill(kept)) {
      others = new RandomAccessRowFile(context, places);
      rest = others;
    }
    long before = context.charged();
    if (others != null) {
      others.add(row);
    } else {
      if (paid) {
        context.chargeBytes(REFERENCE_BYTES);
      } else {
        context.charge(row, REFERENCE_BYTES);
      }
      rows.add(row);
    }
    kept += context.charged() - before;
  }

  public int size() {
    return rows.size() + (rest == null ? 0 : rest.count());
  }

  /** Whether all rows are in memory; otherwise all must be added before the first is read. */
  public boolean isInMemory() {
    return rest == null;
  }

  /** Returns a row by its number, counted from 0. */
  public @Nullable Object[] row(int number) {
    RandomAccessRowFile others = rest;
    return others == null || number < rows.size()
        ? rows.get(number)
        : others.row(number - rows.size());
  }

  /** Releases the rows; none may be read afterwards. */
  public void release() {
    rows.clear();
    if (rest != null) {
      rest.delete();
      rest = null;
    }
    context.release(kept);
    kept = 0;
  }

  /** All rows from the first one on; only one stream may be open at a time. */
  public RowStream open() {
    int size = size();
    last = -1;
    return () -> ++last < size ? row(last) : null;
  }

  /** Marks the last row read. */
  public void mark() {
    if (last >= Byte.SIZE * markBytes) {
      int grown = Math.max(2 * markBytes, last / Byte.SIZE + Long.BYTES);
      context.chargeBytes(grown - markBytes);
      kept += grown - markBytes;
      markBytes = grown;
    }
    if (marked == null) {
      marked = new BitSet();
    }
    marked.set(last);
  }

  /** Rows that were never marked. */
  public RowStream unmarked() {
    RowStream all = open();
    BitSet known = marked;
    return () -> {
      Object[] row = all.next();
      while (row != null && known != null && known.get(last)) {
        context.step();
        row = all.next();
      }
      return row;
    };
  }
}
