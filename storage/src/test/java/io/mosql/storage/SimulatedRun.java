package io.mosql.storage;

import io.mosql.storage.SimulatedOperation.Done;
import io.mosql.storage.SimulatedView.Row;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.version.SimulatedContents;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction had done when it asked to be committed.
 *
 * @param begun position of the first snapshot of this run
 * @param snapshot position of the last one
 * @param written rows on which own writes stand
 * @param holds rows that it had reserved
 */
public record SimulatedRun(
    String name,
    CertificationLevel level,
    long begun,
    long snapshot,
    List<Done> journal,
    Set<Row> written,
    List<Hold> holds) {

  /**
   * A row that it reserved.
   *
   * @param since position of the newest version then
   */
  public record Hold(Row row, LockMode mode, long since) {}

  public SimulatedRun {
    journal = List.copyOf(journal);
    holds = List.copyOf(holds);
  }

  /**
   * Does all of it again in a view at the transaction's place in the log.
   *
   * @param then what its snapshot showed
   * @return the first result that is not what its level promises, or null
   */
  public @Nullable String replay(SimulatedView view, SimulatedContents then) {
    String overtaken =
        level == CertificationLevel.REPEATABLE_READ ? overtaken(then, view.base()) : null;
    for (Done done : journal) {
      Object now = done.operation().run(view);
      boolean promised =
          level == CertificationLevel.SERIALIZABLE
              || overtaken != null
              || done.operation().isCertain();
      if (promised && !Objects.equals(now, done.result())) {
        return level
            + " "
            + done
            + ", but in its place it is "
            + SimulatedContents.show(now)
            + (overtaken == null ? "" : ", and " + overtaken);
      }
    }
    return null;
  }

  /**
   * A row that it writes and that others have changed since its snapshot: that may be only where
   * all that it read is the same in its place, as if its snapshot were of that moment.
   */
  private @Nullable String overtaken(SimulatedContents then, SimulatedContents now) {
    for (Done done : journal) {
      Row row = done.operation().changedRow();
      if (row != null
          && written.contains(row)
          && then.get(row.tree(), row.key()) != null
          && !Objects.equals(then.get(row.tree(), row.key()), now.get(row.tree(), row.key()))) {
        return SimulatedContents.show(row) + " was changed by another one";
      }
    }
    return null;
  }

  /**
   * Does all of it again in a newer snapshot that the transaction has moved to.
   *
   * @return the first result that differs and must not, or null
   */
  public static @Nullable String move(
      List<Done> journal, CertificationLevel level, SimulatedView view) {
    for (Done done : journal) {
      Object now = done.operation().run(view);
      boolean promised = level != CertificationLevel.READ_COMMITTED || done.operation().isCertain();
      if (promised && !Objects.equals(now, done.result())) {
        return level + " " + done + ", but there it is " + SimulatedContents.show(now);
      }
    }
    return null;
  }
}
