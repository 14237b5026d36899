package io.mosql.sql.exec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are read again and again, such as the right side of nested loops: as many as there is
 * room for in memory, the others in a file. One reading at a time. Not thread-safe.
 */
final class KeptRows {
  private static final int REFERENCE_BYTES = 8;

  private final ExecutionContext context;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private final BitSet marked = new BitSet();
  private @Nullable SpilledRows rest;
  private int last;
  private int markBytes;

  KeptRows(RowStream input, ExecutionContext context) {
    this.context = context;
    long kept = 0;
    for (Object[] row = input.next(); row != null; row = input.next()) {
      context.step();
      if (rest == null && context.shouldSpill(kept)) {
        rest = new SpilledRows(context);
      }
      if (rest != null) {
        rest.add(row);
      } else {
        long before = context.charged();
        context.charge(row, REFERENCE_BYTES);
        kept += context.charged() - before;
        rows.add(row);
      }
    }
  }

  /** The file goes; they are not read any more. */
  void drop() {
    if (rest != null) {
      rest.drop();
    }
  }

  /** All rows from the first one on. */
  RowStream open() {
    SpilledRows others = rest;
    last = -1;
    return new RowStream() {
      private @Nullable RowStream file;

      @Override
      public @Nullable Object @Nullable [] next() {
        last++;
        if (last < rows.size()) {
          return rows.get(last);
        }
        if (others == null) {
          return null;
        }
        if (file == null) {
          file = others.again();
        }
        return file.next();
      }
    };
  }

  /** Remembers the row that was read last. */
  void mark() {
    if (last >= Byte.SIZE * markBytes) {
      int grown = Math.max(2 * markBytes, last / Byte.SIZE + Long.BYTES);
      context.chargeBytes(grown - markBytes);
      markBytes = grown;
    }
    marked.set(last);
  }

  /** Rows that were never marked. */
  RowStream unmarked() {
    RowStream all = open();
    return () -> {
      Object[] row = all.next();
      while (row != null && marked.get(last)) {
        row = all.next();
      }
      return row;
    };
  }
}
