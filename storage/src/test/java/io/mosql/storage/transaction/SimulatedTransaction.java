package io.mosql.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.SimulatedOperation;
import io.mosql.storage.SimulatedOperation.Done;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.SimulatedRun.Hold;
import io.mosql.storage.SimulatedTables;
import io.mosql.storage.SimulatedView;
import io.mosql.storage.SimulatedView.Found;
import io.mosql.storage.SimulatedView.Row;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import io.mosql.storage.version.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A real transaction beside its model: each operation is done in both, the results must be equal,
 * and are recorded for its place in the log. Before each operation other clients may run.
 */
public final class SimulatedTransaction {
  private final Simulation simulation;
  private final String name;
  private final TransactionOptions how;
  private final SnapshotTransaction real;
  private final List<Done> journal = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private SimulatedView view;
  private long begun;
  private int statementJournal;
  private int statementMark;
  private int statementHolds;

  SimulatedTransaction(Simulation simulation, String name, TransactionOptions how) {
    this.simulation = simulation;
    this.name = name;
    this.how = how;
    this.real = (SnapshotTransaction) simulation.store().begin(how);
    this.view = newestView();
    this.begun = real.snapshotPosition();
  }

  /** A snapshot is that of the newest version there is. */
  private SimulatedView newestView() {
    assertThat(real.snapshotPosition())
        .as("position of a new snapshot of %s", name)
        .isEqualTo(simulation.history().position());
    return new SimulatedView(simulation.history().at(real.snapshotPosition()));
  }

  public SnapshotTransaction real() {
    return real;
  }

  public TransactionOptions how() {
    return how;
  }

  String name() {
    return name;
  }

  private void done(SimulatedOperation operation, @Nullable Object result) {
    Done done = new Done(operation, result);
    simulation.trace(name, done);
    Object expected = operation.run(view);
    if (!Objects.equals(expected, result)) {
      throw new AssertionError(name + " " + done + " instead of " + show(expected));
    }
    journal.add(done);
  }

  private void checkRow(String what, @Nullable List<String> expected, byte @Nullable [] row) {
    List<String> actual = SimulatedContents.rowOrNull(row);
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(
          name + " " + how.level() + " " + what + " " + show(actual) + " not " + show(expected));
    }
  }

  private static String show(@Nullable Object value) {
    return SimulatedContents.show(value);
  }

  private TreeReader reading(boolean certain) {
    return certain ? real.certified() : real;
  }

  public @Nullable List<String> get(long tree, String key, ColumnSet columns, boolean certain) {
    simulation.pause();
    byte[] row = reading(certain).get(tree, SimulatedContents.bytes(key), columns);
    checkRow("gets of " + tree + " " + show(key), view.get(tree, key), row);
    done(
        new SimulatedOperation.Get(tree, key, columns, certain),
        SimulatedContents.project(SimulatedContents.rowOrNull(row), columns));
    return SimulatedContents.rowOrNull(row);
  }

  /** Reads a row from a copy, such as SQL has of the catalog, and declares the read. */
  public @Nullable List<String> getFromCopy(long tree, String key) {
    simulation.pause();
    real.readFrom(tree, List.of(SimulatedContents.bytes(key)));
    List<String> row = view.get(tree, key);
    checkRow("fetches", row, real.getUnrecorded(tree, SimulatedContents.bytes(key)));
    done(new SimulatedOperation.Get(tree, key, ColumnSet.ALL, true), row);
    return row;
  }

  /** A read without a guarantee beyond its snapshot. */
  public void fetch(long tree, String key) {
    checkRow(
        "fetches of " + tree,
        view.get(tree, key),
        real.getUnrecorded(tree, SimulatedContents.bytes(key)));
    assertThat(real.hasTree(tree)).as("tree %s is there", tree).isEqualTo(view.hasTree(tree));
  }

  public long count(long tree, @Nullable String from, @Nullable String to, boolean certain) {
    simulation.pause();
    long result = reading(certain).count(tree, bytes(from), bytes(to));
    done(new SimulatedOperation.Count(tree, from, to, certain), result);
    return result;
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : SimulatedContents.bytes(text);
  }

  public void whole(long tree) {
    simulation.pause();
    real.readWhole(tree);
    done(new SimulatedOperation.Whole(tree), view.whole(tree));
  }

  public boolean insert(long tree, String key, List<String> row) {
    simulation.pause();
    boolean result = real.insert(tree, SimulatedContents.bytes(key), SimulatedTables.bytes(row));
    done(new SimulatedOperation.Insert(tree, key, row), result);
    return result;
  }

  public boolean delete(long tree, String key) {
    simulation.pause();
    boolean deleted = real.delete(tree, SimulatedContents.bytes(key));
    done(new SimulatedOperation.Delete(tree, key), deleted);
    return deleted;
  }

  public PatchResult patch(long tree, String key, List<FieldPatch> changes) {
    simulation.pause();
    PatchResult result = real.patch(tree, SimulatedContents.bytes(key), changes);
    done(new SimulatedOperation.Patch(tree, key, changes), result);
    return result;
  }

  public void put(long tree, String key, @Nullable List<String> row) {
    simulation.pause();
    if (row == null) {
      real.remove(tree, SimulatedContents.bytes(key));
    } else {
      real.put(tree, SimulatedContents.bytes(key), SimulatedTables.bytes(row));
    }
    done(new SimulatedOperation.Put(tree, key, row), null);
  }

  public long createTree() {
    long tree = real.newId();
    simulation.tookId(tree);
    real.createTree(tree);
    done(new SimulatedOperation.Clear(tree), null);
    return tree;
  }

  public void truncateTree(long tree) {
    simulation.pause();
    real.truncateTree(tree);
    done(new SimulatedOperation.Clear(tree), null);
  }

  public void dropTree(long tree) {
    simulation.pause();
    real.dropTree(tree);
    done(new SimulatedOperation.Drop(tree), null);
  }

  /** A real cursor, and where the model is to go on. */
  public final class Cursor {
    private final RowCursor cursor;
    private final long tree;
    private final @Nullable String from;
    private final @Nullable String to;
    private final boolean reverse;
    private final ColumnSet columns;
    private final boolean certain;
    private @Nullable String reached;
    private boolean ended;

    private Cursor(
        long tree,
        @Nullable String from,
        @Nullable String to,
        boolean reverse,
        ColumnSet columns,
        boolean certain) {
      this.cursor = reading(certain).scan(tree, bytes(from), bytes(to), reverse, columns);
      this.tree = tree;
      this.from = from;
      this.to = to;
      this.reverse = reverse;
      this.columns = columns;
      this.certain = certain;
    }

    /** The next row; null at the end. */
    public @Nullable Found next() {
      simulation.pause();
      if (ended) {
        return null;
      }
      boolean found = cursor.next();
      String key = found ? SimulatedContents.text(cursor.key()) : null;
      Found expected = view.next(tree, from, to, reverse, reached);
      if (found && expected != null && expected.key().equals(key)) {
        checkRow("steps to", expected.row(), cursor.row());
      }
      Found actual = key == null ? null : new Found(key, SimulatedContents.row(cursor.row()));
      done(
          new SimulatedOperation.Next(tree, from, to, reverse, reached, columns, certain),
          actual == null ? null : SimulatedOperation.Next.selected(actual, columns));
      ended = !found;
      reached = found ? key : reached;
      return actual;
    }
  }

  public Cursor scan(
      long tree,
      @Nullable String from,
      @Nullable String to,
      boolean reverse,
      ColumnSet columns,
      boolean certain) {
    return new Cursor(tree, from, to, reverse, columns, certain);
  }

  /** Keys as SKIP LOCKED finds them, without a guarantee. */
  public List<String> browse(long tree) {
    simulation.pause();
    List<String> keys = new ArrayList<>();
    RowCursor cursor = real.scanUnrecorded(tree, null, null, false);
    while (cursor.next()) {
      keys.add(SimulatedContents.text(cursor.key()));
    }
    assertThat(keys).isEqualTo(view.whole(tree).stream().map(Found::key).toList());
    return keys;
  }

  /** Locks a row, or detects that another transaction has locked it. */
  public LockResult reserve(long tree, String key, LockMode mode, LockWaitPolicy.Kind kind) {
    simulation.pause();
    LockResult reserved =
        real.lockRow(
            tree,
            SimulatedContents.bytes(key),
            mode,
            new LockWaitPolicy(kind, Long.MAX_VALUE, () -> false));
    simulation.trace(name, reserved, "reserves", tree, key, mode.text());
    if (reserved == LockResult.HELD) {
      return reserved;
    }
    if (how.locksRows()) {
      holds.add(new Hold(new Row(tree, key), mode, simulation.history().position()));
    }
    List<String> then = view.base().get(tree, key);
    List<String> now = simulation.history().newest().get(tree, key);
    boolean same =
        view.isOperated(tree)
            || Objects.equals(
                SimulatedContents.project(then, mode.reads()),
                SimulatedContents.project(now, mode.reads()));
    assertThat(reserved == LockResult.CURRENT)
        .as("%s finds row %s of %s as it was: %s", name, show(key), tree, reserved)
        .isEqualTo(same);
    return reserved;
  }

  boolean beginStatement(@Nullable ConflictHistory history) {
    long before = real.snapshotPosition();
    boolean may = real.beginStatement(history);
    simulation.trace(name, may, "begins a statement at", real.snapshotPosition());
    if (may && how.level() == CertificationLevel.READ_COMMITTED) {
      moved();
    } else {
      assertThat(real.snapshotPosition()).isEqualTo(before);
    }
    statementJournal = journal.size();
    statementMark = view.mark();
    statementHolds = holds.size();
    return may;
  }

  private void moved() {
    SimulatedView next = newestView();
    String broken = SimulatedRun.move(journal, how.level(), next);
    if (broken != null) {
      throw new AssertionError(name + " moves to " + real.snapshotPosition() + ": " + broken);
    }
    view = next;
  }

  boolean refresh() {
    long before = real.snapshotPosition();
    boolean may = real.refresh();
    simulation.trace(name, may, "refreshes from", before);
    if (may) {
      moved();
    } else {
      assertThat(real.snapshotPosition()).isEqualTo(before);
    }
    return may;
  }

  void undoStatement() {
    real.undoStatement();
    simulation.trace(name, "", "undoes its statement");
    view.undoTo(statementMark);
    journal.subList(statementJournal, journal.size()).clear();
  }

  void failStatement() {
    real.failStatement();
    done(new SimulatedOperation.Undo(statementMark), null);
    holds.subList(statementHolds, holds.size()).clear();
  }

  /**
   * A savepoint.
   *
   * @param real of the transaction
   * @param model of its model
   */
  record Savepoint(int real, int model) {}

  Savepoint mark() {
    return new Savepoint(real.savepoint(), view.mark());
  }

  void rollbackTo(Savepoint savepoint) {
    real.rollbackTo(savepoint.real());
    done(new SimulatedOperation.Undo(savepoint.model()), null);
    statementMark = Math.min(statementMark, view.mark());
  }

  SimulatedRun run() {
    return new SimulatedRun(
        name, how.level(), begun, real.snapshotPosition(), journal, view.written(), holds);
  }

  void restart() {
    real.restart(new LockWaitPolicy(LockWaitPolicy.Kind.NOWAIT, 0, () -> false));
    simulation.trace(name, "", "restarts at", real.snapshotPosition());
    journal.clear();
    holds.clear();
    view = newestView();
    begun = real.snapshotPosition();
  }
}
