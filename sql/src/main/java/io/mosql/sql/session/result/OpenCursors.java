package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The open cursors of a transaction, which has ended if they are held. Not thread-safe. */
public final class OpenCursors {
  private final List<QueryCursor> cursors = new ArrayList<>();

  public void add(QueryCursor rows) {
    cursors.removeIf(QueryCursor::isDone);
    cursors.add(rows);
  }

  public boolean isEmpty() {
    return cursors.isEmpty();
  }

  public boolean areDone() {
    return cursors.stream().allMatch(QueryCursor::isDone);
  }

  /**
   * Whether any of them still reads from the snapshot. Those that do not are detached from it: the
   * end of the transaction leaves them as they are.
   */
  public boolean needSnapshot() {
    cursors.removeIf(cursor -> !cursor.needsSnapshot());
    return !cursors.isEmpty();
  }

  /**
   * Reads all remaining rows of the cursors into memory, so that they no longer need their
   * snapshot.
   */
  public void readAll() {
    cursors.removeIf(QueryCursor::isDone);
    cursors.forEach(QueryCursor::readAll);
  }

  /** Ends the cursors: a further read of them fails with this error. */
  public void invalidate(MosqlException why) {
    cursors.forEach(cursor -> cursor.invalidate(why));
    cursors.clear();
  }

  /** As above; the error is made only where a cursor is open. */
  public void invalidate(Supplier<MosqlException> why) {
    cursors.removeIf(QueryCursor::isDone);
    if (!cursors.isEmpty()) {
      invalidate(why.get());
    }
  }
}
