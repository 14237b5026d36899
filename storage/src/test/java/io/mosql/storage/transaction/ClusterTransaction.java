package io.mosql.storage.transaction;

import io.mosql.storage.SimulatedOperation;
import io.mosql.storage.SimulatedOperation.Done;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.SimulatedRun.Hold;
import io.mosql.storage.SimulatedTables;
import io.mosql.storage.SimulatedView;
import io.mosql.storage.SimulatedView.Found;
import io.mosql.storage.SimulatedView.Row;
import io.mosql.storage.Store;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.version.ClusterSimulation;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A real transaction on a node beside its model: its reads must be those of the log at its
 * snapshot, on any node, and are recorded for its place in the log.
 */
public final class ClusterTransaction {
  private final ClusterSimulation world;
  private final String name;
  private final Store store;
  private final TransactionOptions how;
  private final SnapshotTransaction real;
  private final SimulatedView view;
  private final List<Done> journal = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();

  public ClusterTransaction(
      ClusterSimulation world, String name, Store store, TransactionOptions how) {
    this.world = world;
    this.name = name;
    this.store = store;
    this.how = how;
    this.real = (SnapshotTransaction) store.begin(how);
    this.view = new SimulatedView(world.history().at(real.snapshotPosition()));
    world.trace(name, real.snapshotPosition(), "begins on its node at");
  }

  public SnapshotTransaction real() {
    return real;
  }

  public Store store() {
    return store;
  }

  public String name() {
    return name;
  }

  public SimulatedRun run() {
    return new SimulatedRun(
        name,
        how.level(),
        real.snapshotPosition(),
        real.snapshotPosition(),
        journal,
        view.written(),
        holds);
  }

  /** The first of its reads that would give another result at a position, or null. */
  public @Nullable String brokenAt(long position) {
    return run().replay(new SimulatedView(world.history().at(position)), view.base());
  }

  private void done(SimulatedOperation operation, @Nullable Object result) {
    Done done = new Done(operation, result);
    world.trace(name, done);
    Object expected = operation.run(view);
    if (!Objects.equals(expected, result)) {
      throw new AssertionError(
          name + " at " + real.snapshotPosition() + " " + done + " instead of " + expected);
    }
    journal.add(done);
  }

  public boolean hasTree(long tree) {
    return real.hasTree(tree);
  }

  public void createTree(long tree) {
    real.createTree(tree);
    done(new SimulatedOperation.Clear(tree), null);
  }

  public @Nullable List<String> get(long tree, String key) {
    List<String> row =
        SimulatedContents.rowOrNull(real.get(tree, SimulatedContents.bytes(key), ColumnSet.ALL));
    done(new SimulatedOperation.Get(tree, key, ColumnSet.ALL, false), row);
    return row;
  }

  public void count(long tree) {
    done(
        new SimulatedOperation.Count(tree, null, null, false),
        real.count(tree, (byte[]) null, (byte[]) null));
  }

  /** All rows, one by one. */
  public void scan(long tree) {
    RowCursor cursor = real.scan(tree, null, null, false, ColumnSet.ALL);
    String reached = null;
    boolean on = true;
    while (on) {
      on = cursor.next();
      String key = on ? SimulatedContents.text(cursor.key()) : null;
      done(
          new SimulatedOperation.Next(tree, null, null, false, reached, ColumnSet.ALL, false),
          key == null ? null : new Found(key, SimulatedContents.row(cursor.row())));
      reached = key == null ? reached : key;
    }
  }

  public boolean insert(long tree, String key, List<String> row) {
    boolean result = real.insert(tree, SimulatedContents.bytes(key), SimulatedTables.bytes(row));
    done(new SimulatedOperation.Insert(tree, key, row), result);
    return result;
  }

  public PatchResult patch(long tree, String key, FieldPatch change) {
    PatchResult result = real.patch(tree, SimulatedContents.bytes(key), List.of(change));
    done(new SimulatedOperation.Patch(tree, key, List.of(change)), result);
    return result;
  }

  /** Writes whatever is there. */
  public void put(long tree, String key, List<String> row) {
    real.put(tree, SimulatedContents.bytes(key), SimulatedTables.bytes(row));
    done(new SimulatedOperation.Put(tree, key, row), null);
  }

  /**
   * Locks a row, and checks that it is unchanged since the snapshot; else the transaction must be
   * abandoned.
   */
  public boolean reserve(long tree, String key) {
    LockResult reserved =
        real.lockRow(
            tree,
            SimulatedContents.bytes(key),
            LockMode.WHOLE,
            new LockWaitPolicy(LockWaitPolicy.Kind.NOWAIT, Long.MAX_VALUE, () -> false));
    world.trace(name, reserved, "reserves", key);
    if (reserved == LockResult.CURRENT) {
      holds.add(new Hold(new Row(tree, key), LockMode.WHOLE, store.position()));
    }
    return reserved == LockResult.CURRENT;
  }

  public void end() {
    real.rollback();
  }
}
