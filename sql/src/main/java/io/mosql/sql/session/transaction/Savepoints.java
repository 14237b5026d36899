package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The savepoints of a transaction, in the order in which they were set. Not thread-safe. */
final class Savepoints {
  private final Map<String, Mark> marks = new LinkedHashMap<>();

  /**
   * The state of a transaction.
   *
   * @param writes mark of its writes
   * @param settings mark of its local settings
   * @param timing what SET CONSTRAINTS said
   */
  record Mark(int writes, int settings, DeferredConstraints.Timing timing) {}

  /** Sets a savepoint; an older one of the same name is removed. */
  void set(String name, Mark mark) {
    marks.remove(name);
    marks.put(name, mark);
  }

  /**
   * @throws MosqlException 3B001 when there is none of this name
   */
  Mark mark(String name) {
    Mark mark = marks.get(name);
    if (mark == null) {
      throw SqlErrorMessage.UNDEFINED_SAVEPOINT.error(name);
    }
    return mark;
  }

  /** Removes the savepoints that were set later. */
  void forgetAfter(String name) {
    List<String> names = new ArrayList<>(marks.keySet());
    for (String later : names.subList(names.indexOf(name) + 1, names.size())) {
      marks.remove(later);
    }
  }

  /**
   * Removes the savepoint and those that were set later.
   *
   * @throws MosqlException 3B001 when there is none of this name
   */
  void release(String name) {
    mark(name);
    forgetAfter(name);
    marks.remove(name);
  }

  void replaceAll(UnaryOperator<Mark> change) {
    marks.replaceAll((name, mark) -> change.apply(mark));
  }

  boolean isEmpty() {
    return marks.isEmpty();
  }

  void clear() {
    marks.clear();
  }
}
