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
 * The operations of a transaction when it requested its commit.
 *
 * @param begun position of the first snapshot of this run
 * @param snapshot position of the last one
 * @param written rows with own writes
 * @param holds rows that it had locked
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
   * A row that it locked.
   *
   * @param since position of the newest version then
   */
  public record Hold(Row row, LockMode mode, long since) {}

  public SimulatedRun {
    journal = List.copyOf(journal);
    holds = List.copyOf(holds);
  }

  /**
   * Repeats all of it in a view at the transaction's place in the log.
   *
   * @param then the contents of its snapshot
   * @return the first result that violates its level, or null
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
   * A row that it writes and that other transactions have changed since its snapshot: that is
   * allowed only where all its reads are the same at its place, as if its snapshot were of that
   * moment.
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
   * Repeats all of it in a newer snapshot to which the transaction has moved.
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
