package io.mosql.storage;

import io.mosql.storage.SimulatedOperation.Done;
import io.mosql.storage.SimulatedOperation.Get;
import io.mosql.storage.SimulatedOperation.Next;
import io.mosql.storage.SimulatedView.Found;
import io.mosql.storage.SimulatedView.Row;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction had done when it asked to be committed.
 *
 * @param begun position of the first snapshot of this run
 * @param written rows on which own writes stand
 * @param holds rows that it had reserved
 */
record SimulatedRun(
    String name, Level level, long begun, List<Done> journal, Set<Row> written, List<Hold> holds) {

  /**
   * A row that it reserved.
   *
   * @param since position of the newest version then
   */
  record Hold(Row row, ReservationMode mode, long since) {}

  SimulatedRun {
    journal = List.copyOf(journal);
    holds = List.copyOf(holds);
  }

  /**
   * Does all of it again in a view at the transaction's place in the log.
   *
   * @return the first result that is not what its level promises, or null
   */
  @Nullable String replay(SimulatedView view) {
    for (Done done : journal) {
      String broken = null;
      if (level == Level.REPEATABLE_READ && !done.operation().isCertain()) {
        broken = differenceOfWritten(done, view);
      }
      Object now = done.operation().run(view);
      boolean promised = level == Level.SERIALIZABLE || done.operation().isCertain();
      if (promised && !Objects.equals(now, done.result())) {
        broken = "in its place it is " + SimulatedContents.show(now);
      }
      if (broken != null) {
        return level + " " + done + ", but " + broken;
      }
    }
    return null;
  }

  /** Plain reads of rows that the transaction writes are certified. */
  private @Nullable String differenceOfWritten(Done done, SimulatedView view) {
    if (done.operation() instanceof Get get && written.contains(new Row(get.tree(), get.key()))) {
      Object now = SimulatedContents.project(view.get(get.tree(), get.key()), get.columns());
      return Objects.equals(now, done.result()) ? null : "it writes that row, which has changed";
    }
    if (done.operation() instanceof Next next
        && done.result() instanceof Found found
        && written.contains(new Row(next.tree(), found.key()))) {
      List<String> now =
          SimulatedContents.project(view.get(next.tree(), found.key()), next.columns());
      return found.row().equals(now) ? null : "it writes that row, which has changed";
    }
    return null;
  }

  /**
   * Does all of it again in a newer snapshot that the transaction has moved to.
   *
   * @return the first result that differs and must not, or null
   */
  static @Nullable String move(List<Done> journal, Level level, SimulatedView view) {
    for (Done done : journal) {
      Object now = done.operation().run(view);
      boolean promised = level != Level.READ_COMMITTED || done.operation().isCertain();
      if (promised && !Objects.equals(now, done.result())) {
        return level + " " + done + ", but there it is " + SimulatedContents.show(now);
      }
    }
    return null;
  }
}
