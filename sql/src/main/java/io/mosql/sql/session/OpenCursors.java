package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The cursors that were opened in a transaction and may still want to read. Not thread-safe. */
final class OpenCursors {
  private final List<QueryRows> cursors = new ArrayList<>();

  void add(QueryRows rows) {
    cursors.removeIf(QueryRows::isDone);
    cursors.add(rows);
  }

  boolean areDone() {
    return cursors.stream().allMatch(QueryRows::isDone);
  }

  /** Reads what they have not read, so that they can go on without their snapshot. */
  void readAll() {
    cursors.removeIf(QueryRows::isDone);
    cursors.forEach(QueryRows::readAll);
  }

  /** Ends them: a further read of them fails with this. */
  void invalidate(MosqlException why) {
    cursors.forEach(cursor -> cursor.invalidate(why));
    cursors.clear();
  }

  /** As above; the error is made only where a cursor is open. */
  void invalidate(Supplier<MosqlException> why) {
    cursors.removeIf(QueryRows::isDone);
    if (!cursors.isEmpty()) {
      invalidate(why.get());
    }
  }
}
