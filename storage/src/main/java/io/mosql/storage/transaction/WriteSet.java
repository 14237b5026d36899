package io.mosql.storage.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.certify.PatchEvaluator;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.transaction.OwnWrite.Kind;
import io.mosql.storage.transaction.TreeOverlay.Hidden;
import io.mosql.storage.transaction.TreeOverlay.Operation;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The write set of a running transaction, in the order of the changes, so that they can be undone.
 * For each key there is one net write:
 *
 * <pre>
 * before \ then   insert       delete    set       put       remove
 * (none)          INSERT       DELETE    PATCH     PUT       REMOVE
 * INSERT          present      (none)*   INSERT    INSERT    (none)*
 * REPLACE         present      DELETE    REPLACE   REPLACE   DELETE
 * PATCH           present      DELETE    PATCH     REPLACE   DELETE
 * PUT             present      REMOVE    PUT       PUT       REMOVE
 * DELETE          REPLACE      absent    absent    REPLACE   DELETE
 * REMOVE          PUT          absent    absent    PUT       REMOVE
 * </pre>
 *
 * The expectation of a write is certified with the write; when the write is dropped (*, or undone,
 * or its tree is truncated or dropped) the expectation remains as a read, since the caller has seen
 * that it was met. The same applies to the basis of an Add. Not thread-safe.
 */
final class WriteSet {
  /** Undo entry. */
  private record Undo(
      TreeOverlay view, byte @Nullable [] key, @Nullable OwnWrite write, @Nullable Hidden hidden) {}

  private final OverlayReader reads;
  private final CurrentStatement statement;
  private final long bytesMax;
  private final WriteMemoryBudget.Share space;
  private final List<Undo> journal = new ArrayList<>();
  private long bytes;

  /**
   * @param reads read set that records remaining expectations
   * @param bytesMax limit for keys and rows
   */
  WriteSet(
      OverlayReader reads,
      CurrentStatement statement,
      long bytesMax,
      WriteMemoryBudget.Share space) {
    this.reads = reads;
    this.statement = statement;
    this.bytesMax = bytesMax;
    this.space = space;
  }

  int size() {
    return journal.size();
  }

  /** Bytes of the keys and rows. */
  long bytes() {
    return bytes;
  }

  void clear() {
    journal.clear();
    bytes = 0;
    space.clear();
  }

  boolean insert(TreeOverlay view, byte[] key, byte[] row) {
    OwnWrite own = view.own(key);
    if (own != null) {
      if (own.row() != null) {
        return false;
      }
      write(view, key, OwnWrite.of(own.kind() == Kind.DELETE ? Kind.REPLACE : Kind.PUT, row));
      return true;
    }
    byte[] present = view.baseRowToInsert(key);
    if (present != null) {
      reads.remember(view, key, ColumnSet.NONE, present);
      return false;
    }
    write(view, key, OwnWrite.of(Kind.INSERT, row));
    return true;
  }

  boolean delete(TreeOverlay view, byte[] key) {
    OwnWrite own = view.own(key);
    if (own != null) {
      if (own.row() == null) {
        return false;
      }
      unwrite(view, key, own);
      return true;
    }
    if (view.baseRow(key) == null) {
      reads.remember(view, key, ColumnSet.NONE, null);
      return false;
    }
    write(view, key, OwnWrite.of(Kind.DELETE, null));
    return true;
  }

  PatchResult patch(TreeOverlay view, byte[] key, List<FieldPatch> changes) {
    OwnWrite own = view.own(key);
    byte[] row = own == null ? view.baseRow(key) : own.row();
    if (row == null) {
      if (own == null) {
        reads.remember(view, key, ColumnSet.NONE, null);
      }
      return PatchResult.ABSENT;
    }
    OwnWrite patched = own == null ? OwnWrite.patch(row, changes) : own.patched(row, changes);
    if (patched == null) {
      return PatchResult.REFUSED;
    }
    if (own != null) {
      rememberAdded(view, key, own, patched);
    }
    if (statement.conflictHistory() != null && !PatchEvaluator.added(changes).isEmpty()) {
      view.recordAdder(statement.conflictHistory());
    }
    view.patched(changes);
    write(view, key, patched);
    return PatchResult.DONE;
  }

  /**
   * The success of an Add is a result; when the Add is dropped, the values on which it depended
   * become a read.
   */
  private void rememberAdded(TreeOverlay view, byte[] key, OwnWrite own, @Nullable OwnWrite next) {
    if (own.before() != null && !PatchEvaluator.added(own.changes()).isEmpty()) {
      List<FieldPatch> gone = new ArrayList<>(own.changes());
      if (next != null) {
        gone.removeAll(next.changes());
      }
      ColumnSet added = PatchEvaluator.added(gone);
      if (!added.isEmpty()) {
        reads.remember(view, key, added, own.before());
      }
    }
  }

  void put(TreeOverlay view, byte[] key, byte[] value) {
    OwnWrite own = view.own(key);
    Kind kind = Kind.PUT;
    if (own != null && own.hasExpectation()) {
      rememberAdded(view, key, own, null);
      kind = own.kind() == Kind.INSERT ? Kind.INSERT : Kind.REPLACE;
    }
    write(view, key, OwnWrite.of(kind, value));
  }

  void remove(TreeOverlay view, byte[] key) {
    OwnWrite own = view.own(key);
    if (own == null) {
      write(view, key, OwnWrite.of(Kind.REMOVE, null));
    } else if (own.row() != null) {
      unwrite(view, key, own);
    }
  }

  /** Removes a row that has an own write. */
  private void unwrite(TreeOverlay view, byte[] key, OwnWrite own) {
    rememberAdded(view, key, own, null);
    switch (own.kind()) {
      case INSERT -> {
        reads.remember(view, key, ColumnSet.NONE, null);
        write(view, key, null);
      }
      case PUT -> write(view, key, OwnWrite.of(Kind.REMOVE, null));
      default -> write(view, key, OwnWrite.of(Kind.DELETE, null));
    }
  }

  private void write(TreeOverlay view, byte[] key, @Nullable OwnWrite write) {
    OwnWrite before = view.replace(key, write);
    journal.add(new Undo(view, key, before, null));
    bytes += (write == null ? 0 : write.bytes(key)) - (before == null ? 0 : before.bytes(key));
    space.grow(OwnWrite.heapBytes(key, write));
    if (bytes > bytesMax) {
      throw StorageErrorMessage.TRANSACTION_TOO_LARGE.error(bytesMax);
    }
  }

  void operate(TreeOverlay view, Operation operation) {
    TreeWriteSet own = view.ownWrites();
    if (own != null) {
      own.forEach((key, write) -> rememberExpected(view, key, write, null));
    }
    journal.add(new Undo(view, null, null, view.operate(operation)));
  }

  /**
   * Undoes all changes since a mark.
   *
   * @param remembers whether the expectations of undone writes remain as reads
   */
  void undoTo(int mark, boolean remembers) {
    InvariantViolation.check(
        mark >= 0 && mark <= journal.size(),
        "a savepoint is a place in the undo journal",
        mark,
        journal.size());
    while (journal.size() > mark) {
      Undo undo = journal.remove(journal.size() - 1);
      byte[] key = undo.key();
      if (undo.hidden() != null) {
        undo.view().undo(undo.hidden());
      } else if (key != null) {
        undo(undo.view(), key, undo.write(), remembers);
      }
    }
  }

  private void undo(TreeOverlay view, byte[] key, @Nullable OwnWrite before, boolean remembers) {
    OwnWrite back = before;
    if (before != null && before.kind() == Kind.PATCH && view.showsSnapshot()) {
      // The snapshot may have moved since. A write that is impossible there is rejected by the
      // certifier.
      OwnWrite there = before.on(view.baseRow(key));
      back = there == null ? before : there;
    }
    OwnWrite undone = view.replace(key, back);
    bytes += (back == null ? 0 : back.bytes(key)) - (undone == null ? 0 : undone.bytes(key));
    assert bytes >= 0 : "the bytes of a write set are not negative";
    space.shrink(OwnWrite.heapBytes(key, undone));
    if (undone != null && remembers) {
      rememberExpected(view, key, undone, back);
    }
  }

  /** Drops a write; its expectation remains as a read, unless the next write has the same one. */
  private void rememberExpected(
      TreeOverlay view, byte[] key, OwnWrite gone, @Nullable OwnWrite next) {
    rememberAdded(view, key, gone, next);
    if (next == null && gone.hasExpectation()) {
      reads.remember(view, key, ColumnSet.NONE, view.baseRow(key));
    }
  }
}
