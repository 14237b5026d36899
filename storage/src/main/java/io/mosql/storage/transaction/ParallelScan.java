package io.mosql.storage.transaction;

import io.mosql.core.codec.RowBatch;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a snapshot, divided into consecutive parts that several threads read at the same time.
 * The transaction has recorded the read of the whole range, and has no own writes in its tree.
 *
 * <p>Thread-safe, but each cursor belongs to one thread. To be used only while the statement that
 * opened it runs: its thread waits for the others.
 */
public final class ParallelScan {
  /** Most parts of a range: those of a large one are larger. */
  private static final int PARTS_MAX = 1024;

  private final Snapshot pin;
  private final Tree tree;
  private final byte @Nullable [] from;
  private final byte @Nullable [] to;
  private final List<byte[]> separators;
  private final long rows;

  ParallelScan(
      Snapshot pin,
      Tree tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      long rows,
      long partRows) {
    this.pin = pin;
    this.tree = tree;
    this.from = from;
    this.to = to;
    this.rows = rows;
    this.separators = tree.separators(from, to, Math.max(partRows, rows / PARTS_MAX));
  }

  /** Number of parts, at least one. */
  public int parts() {
    return separators.size() + 1;
  }

  /** Number of rows of all parts. */
  public long rows() {
    return rows;
  }

  /**
   * Opens a cursor over the rows of a part, in ascending order.
   *
   * @param number from 0 on, in the order of the keys
   */
  public RowCursor part(int number) {
    return new Part(
        number == 0 ? from : separators.get(number - 1),
        number == separators.size() ? to : separators.get(number));
  }

  /** Steps over the rows of a part. */
  private final class Part implements RowCursor {
    private final byte @Nullable [] start;
    private final byte @Nullable [] end;
    private final TreeCursor cursor = tree.cursor();
    private boolean begun;
    private boolean on;

    /** Number of entries of the leaf that the cursor is on which belong to the part. */
    private int leafEntries;

    Part(byte @Nullable [] start, byte @Nullable [] end) {
      this.start = start;
      this.end = end;
    }

    @Override
    public boolean next() {
      pin.check();
      if (on && cursor.nextAmong(leafEntries)) {
        return true;
      }
      if (!begun) {
        begun = true;
        on = start == null ? cursor.first() : cursor.seek(start);
      } else if (on) {
        on = cursor.next();
      }
      if (on) {
        leafEntries =
            cursor.leafEntriesBefore(end == null || cursor.leafEndsBefore(end) ? null : end);
        on = cursor.isAmong(leafEntries);
      }
      return on;
    }

    @Override
    public boolean next(RowBatch rows) {
      while (rows.room() > 0) {
        pin.check();
        if (on && cursor.nextAmong(leafEntries, rows) > 0) {
          continue;
        }
        if (!next()) {
          return false;
        }
        cursor.addValue(rows);
      }
      return true;
    }

    @Override
    public byte[] key() {
      return current().key();
    }

    @Override
    public byte[] row() {
      return current().value();
    }

    private TreeCursor current() {
      if (!on) {
        throw new IllegalStateException("The cursor is not on a row");
      }
      return cursor;
    }
  }
}
