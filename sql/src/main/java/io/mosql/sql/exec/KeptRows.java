package io.mosql.sql.exec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are read again and again, such as the right side of nested loops or a partition of a
 * window: as many as there is room for in memory, the others in a file. Not thread-safe.
 */
final class KeptRows {
  private static final int REFERENCE_BYTES = 8;

  private final ExecutionContext context;
  private final int places;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private @Nullable RowBlocks rest;
  private @Nullable BitSet marked;
  private int markBytes;
  private int last;
  private long kept;

  /**
   * @param places how many places of them are read by turns
   */
  KeptRows(ExecutionContext context, int places) {
    this.context = context;
    this.places = places;
  }

  /** All rows of a stream. */
  static KeptRows of(RowStream input, ExecutionContext context) {
    KeptRows all = new KeptRows(context, 1);
    for (Object[] row = input.next(); row != null; row = input.next()) {
      context.step();
      all.add(row);
    }
    return all;
  }

  /**
   * All rows of a stream, until the statement ends; null when they leave others too little room.
   */
  static @Nullable KeptRows toLast(RowStream input, ExecutionContext context) {
    KeptRows all = new KeptRows(context, 1);
    for (Object[] row = input.next(); row != null; row = input.next()) {
      context.step();
      all.add(row);
      if (!context.mayLast(all.kept)) {
        all.drop();
        return null;
      }
    }
    return all;
  }

  void add(@Nullable Object[] row) {
    add(row, false);
  }

  /**
   * Adds a row.
   *
   * @param paid whether somebody else keeps it in memory as well, and has paid for it
   */
  void add(@Nullable Object[] row, boolean paid) {
    RowBlocks others = rest;
    if (others == null && context.shouldSpill(kept)) {
      others = new RowBlocks(context, places);
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

  int size() {
    return rows.size() + (rest == null ? 0 : rest.count());
  }

  /** A row by its number, the first being 0. */
  @Nullable Object[] row(int number) {
    RowBlocks others = rest;
    return others == null || number < rows.size()
        ? rows.get(number)
        : others.row(number - rows.size());
  }

  /** They are not read any more: what was kept of them goes. */
  void drop() {
    rows.clear();
    if (rest != null) {
      rest.drop();
      rest = null;
    }
    context.release(kept);
    kept = 0;
  }

  /** All rows from the first one on; one reading at a time. */
  RowStream open() {
    int size = size();
    last = -1;
    return () -> ++last < size ? row(last) : null;
  }

  /** Remembers the row that was read last. */
  void mark() {
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
  RowStream unmarked() {
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
