package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.certify.ObservedValue;
import io.mosql.storage.certify.PatchEvaluator;
import io.mosql.storage.certify.Read;
import io.mosql.storage.certify.Write;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SnapshotTree;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tree in the view of a running transaction: the snapshot's contents beneath its own writes. Not
 * thread-safe.
 */
final class TreeOverlay {
  /** Operations of the transaction on the whole tree. */
  enum Operation {
    NONE,
    CREATE,
    DROP,
    TRUNCATE
  }

  /** The state that a tree operation hides, kept for undo. */
  record Hidden(Operation operation, @Nullable TreeWriteSet own) {}

  private final long id;
  private final TreeReadSet certified;

  /** Reads that are certified only for rows that are written, or for all; null for none. */
  private final @Nullable TreeReadSet plain;

  private @Nullable SnapshotTree snapshot;
  private Operation operation = Operation.NONE;
  private @Nullable TreeWriteSet own;

  /**
   * Previous states of own writes since the statement's snapshot was taken; null while there are
   * none.
   */
  private @Nullable NavigableMap<byte[], Optional<OwnWrite>> replaced;

  /** Of the last statement that added to fields of the tree. */
  private @Nullable ConflictHistory adder;

  private boolean adds;

  /** Of the snapshot; null until several keys were inserted. */
  private byte @Nullable [] lastKey;

  private int insertions;

  /** Incremented by every own write; tells open cursors to look up own writes again. */
  private int version;

  /** Incremented by every tree operation. */
  private int operations;

  /**
   * @param plain the same as {@code certain} when all reads are certified
   */
  TreeOverlay(
      long id, @Nullable SnapshotTree snapshot, TreeReadSet certain, @Nullable TreeReadSet plain) {
    this.id = id;
    this.snapshot = snapshot;
    this.certified = certain;
    this.plain = plain;
  }

  long id() {
    return id;
  }

  /** The contents beneath own writes; null for none. */
  @Nullable Tree base() {
    return operation == Operation.NONE && snapshot != null ? snapshot.get() : null;
  }

  boolean exists() {
    return switch (operation) {
      case NONE -> snapshot != null;
      case CREATE, TRUNCATE -> true;
      case DROP -> false;
    };
  }

  /** Whether reads include the snapshot. */
  boolean showsSnapshot() {
    return operation == Operation.NONE;
  }

  /** Records a conflict caused by a read of this tree. */
  void recordConflict(byte @Nullable [] key) {
    certified.recordConflict(key);
    if (plain != null && plain != certified) {
      plain.recordConflict(key);
    }
  }

  /** Reads that are certified at every level. */
  TreeReadSet certified() {
    return certified;
  }

  /** Other reads; null when they are not recorded. */
  @Nullable TreeReadSet plain() {
    return plain;
  }

  /** Whether a read of the whole tree has the same rows in a newer root; it is valid there. */
  boolean reverify(Root root) {
    boolean any = certified.reverify(root);
    return plain == null || plain == certified ? any : plain.reverify(root) || any;
  }

  void recordAdder(@Nullable ConflictHistory history) {
    adder = history;
  }

  /** Records a patch; patches that add are kept where not all reads are certified. */
  void patched(List<FieldPatch> changes) {
    if (!adds && plain != null && plain != certified) {
      adds = !PatchEvaluator.added(changes).isEmpty();
    }
  }

  /** Whether a patch added to a field since the view began, where not all reads are certified. */
  boolean hasAdditions() {
    return adds;
  }

  /** Records a read of own changes of a row, in these columns: these may be sums. */
  void readBack(OwnWrite write, ColumnSet columns) {
    if (adder != null && PatchEvaluator.added(write.changes()).intersects(columns)) {
      adder.recordReadBack();
    }
  }

  void undoReads() {
    certified.undoStatement();
    if (plain != null && plain != certified) {
      plain.undoStatement();
    }
  }

  /**
   * Adds the reads to be certified. Where not all reads are, rows of the snapshot that are written
   * count as read as a whole: independent of the columns and the access path that a plan used.
   */
  void addReads(List<Read> reads, boolean all) {
    certified.addTo(reads);
    TreeReadSet others = plain;
    if (others == null || others == certified) {
      return;
    }
    if (all) {
      others.addTo(reads);
    } else if (own != null && operation == Operation.NONE) {
      own.forEach((key, write) -> addWritten(key, write, reads));
    }
  }

  /** Adds the reads that have to hold on in a prepared transaction. */
  void addLastingReads(List<Read> reads, boolean all) {
    certified.addLastingTo(reads);
    TreeReadSet others = plain;
    if (all && others != null && others != certified) {
      others.addLastingTo(reads);
    }
  }

  private void addWritten(byte[] key, OwnWrite write, List<Read> reads) {
    if (write.hasExpectation() && write.kind() != OwnWrite.Kind.INSERT) {
      byte[] before = write.before() == null ? baseRow(key) : write.before();
      reads.add(new Read.Point(id, key, ColumnSet.ALL, new ObservedValue.Row(before)));
    }
  }

  /**
   * Own patches, applied to another version of the tree.
   *
   * @return null when one is impossible there
   */
  @Nullable TreeWriteSet rebaseWrites(@Nullable Tree other) {
    TreeWriteSet moved = new TreeWriteSet();
    boolean[] possible = {true};
    if (own != null) {
      own.forEach(
          (key, write) -> {
            OwnWrite there =
                write.kind() == OwnWrite.Kind.PATCH
                    ? write.on(other == null ? null : other.get(key))
                    : write;
            if (there == null) {
              possible[0] = false;
            } else {
              moved.put(key, there);
            }
          });
    }
    return possible[0] ? moved : null;
  }

  /**
   * Replaces the snapshot's contents beneath own writes by another version, in which all recorded
   * reads are valid. Open cursors continue after their last key.
   */
  void moveTo(@Nullable SnapshotTree next, long position, @Nullable TreeWriteSet moved) {
    snapshot = next;
    certified.moveTo(next, position);
    if (plain != null && plain != certified) {
      plain.moveTo(next, position);
    }
    own = moved;
    lastKey = null;
    insertions = 0;
    version++;
    operations++;
  }

  /** The same contents, pinned by another snapshot. */
  void hold(@Nullable SnapshotTree next) {
    snapshot = next;
    certified.hold(next);
    if (plain != null && plain != certified) {
      plain.hold(next);
    }
    operations++;
  }

  int version() {
    return version;
  }

  int operations() {
    return operations;
  }

  byte @Nullable [] baseRow(byte[] key) {
    Tree tree = base();
    return tree == null ? null : tree.get(key);
  }

  /**
   * Whether the snapshot contains the key that is to be inserted. Insertions at the end of the
   * tree, as in a bulk load, compare with its last key instead of searching the tree each time.
   */
  byte @Nullable [] baseRowToInsert(byte[] key) {
    Tree tree = base();
    if (tree == null || tree.isEmpty()) {
      return null;
    }
    byte[] last = lastKey;
    if (last == null && insertions++ > 0) {
      last = tree.keyAt(tree.size() - 1);
      lastKey = last;
    }
    return last != null && Keys.compare(key, last) > 0 ? null : tree.get(key);
  }

  @Nullable OwnWrite own(byte[] key) {
    return own == null ? null : own.get(key);
  }

  /** Own writes; null for none. */
  @Nullable TreeWriteSet ownWrites() {
    return own;
  }

  /** Keeps the previous states of own writes from here on, for {@link #earlierWrites}. */
  void keepReplaced() {
    replaced = WriteSetSnapshot.nothingReplaced();
  }

  void forgetReplaced() {
    replaced = null;
  }

  /** Own writes as of the call of {@link #keepReplaced}. */
  WritesByKey earlierWrites() {
    if (replaced == null) {
      throw new InvariantViolation("the statement has a snapshot");
    }
    return WriteSetSnapshot.of(own, replaced);
  }

  boolean hasSnapshot() {
    return snapshot != null;
  }

  boolean isWritten() {
    return operation != Operation.NONE || (own != null && !own.isEmpty());
  }

  /** Sets or, by null, removes the net change of a key; returns the previous one. */
  @Nullable OwnWrite replace(byte[] key, @Nullable OwnWrite write) {
    version++;
    if (own == null) {
      own = new TreeWriteSet();
    }
    OwnWrite before = write == null ? own.remove(key) : own.put(key, write);
    if (replaced != null) {
      replaced.putIfAbsent(key, Optional.ofNullable(before));
    }
    return before;
  }

  /** Applies an operation to the whole tree, which discards its own writes. */
  Hidden operate(Operation next) {
    Hidden hidden = new Hidden(operation, own);
    operation = next;
    own = null;
    version++;
    operations++;
    return hidden;
  }

  /** Undoes a tree operation; the snapshot may have moved since. */
  void undo(Hidden hidden) {
    operation = hidden.operation();
    own = hidden.own();
    TreeWriteSet there = operation == Operation.NONE && own != null ? rebaseWrites(base()) : null;
    if (there != null) {
      own = there;
    }
    version++;
    operations++;
  }

  void addOperation(List<Write> writes) {
    switch (operation) {
      case NONE -> {}
      case CREATE -> writes.add(new Write.CreateTree(id));
      case DROP -> writes.add(new Write.DropTree(id));
      case TRUNCATE -> writes.add(new Write.TruncateTree(id));
    }
  }

  int ownCount() {
    return own == null ? 0 : own.size();
  }

  void addWrites(List<Write> writes) {
    if (own != null) {
      own.forEach((key, write) -> writes.add(write.toWrite(id, key)));
    }
  }
}
