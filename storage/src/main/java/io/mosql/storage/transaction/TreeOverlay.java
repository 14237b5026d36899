package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.storage.certify.ObservedValue;
import io.mosql.storage.certify.PatchEvaluator;
import io.mosql.storage.certify.Read;
import io.mosql.storage.certify.Write;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SnapshotTree;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One tree as a running transaction sees it: the snapshot's contents beneath its own writes. Not
 * thread-safe.
 */
final class TreeOverlay {
  /** What the transaction did to the tree as a whole. */
  enum Operation {
    NONE,
    CREATE,
    DROP,
    TRUNCATE
  }

  /** What a tree operation hides, kept to undo it. */
  record Hidden(Operation operation, @Nullable TreeWriteSet own) {}

  private final long id;
  private final TreeReadSet certified;

  /** What is certified only of rows that are written, or of all; null for not at all. */
  private final @Nullable TreeReadSet plain;

  private @Nullable SnapshotTree snapshot;
  private Operation operation = Operation.NONE;
  private @Nullable TreeWriteSet own;

  /**
   * What own writes replaced since the statement's snapshot was taken; null while there is none.
   */
  private @Nullable NavigableMap<byte[], Optional<OwnWrite>> replaced;

  /** Of the last statement that added to fields of the tree. */
  private @Nullable ConflictHistory adder;

  private boolean adds;

  /** Of the snapshot; null until several keys were inserted. */
  private byte @Nullable [] lastKey;

  private int insertions;

  /** Changes with every own write; tells open cursors to look anew. */
  private int version;

  /** Changes with every tree operation. */
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

  /** What lies beneath own writes; null for nothing. */
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

  /** Whether reads look at the snapshot. */
  boolean showsSnapshot() {
    return operation == Operation.NONE;
  }

  /** A transaction lost by what it had read of this. */
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

  /** Other reads; null when they are not remembered. */
  @Nullable TreeReadSet plain() {
    return plain;
  }

  void recordAdder(@Nullable ConflictHistory heat) {
    adder = heat;
  }

  /** A patch was made; those that add are remembered where not all reads are certified. */
  void patched(List<FieldPatch> changes) {
    if (!adds && plain != null && plain != certified) {
      adds = !PatchEvaluator.added(changes).isEmpty();
    }
  }

  /** Whether a patch added to a field since the view began, where not all reads are certified. */
  boolean hasAdditions() {
    return adds;
  }

  /** Own changes of a row are read, in these columns: perhaps sums. */
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
   * Adds what is to be certified. Where not all reads are, rows of the snapshot that are written
   * count as read as a whole: whatever a plan has read of them, and by way of which tree.
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

  private void addWritten(byte[] key, OwnWrite write, List<Read> reads) {
    if (write.hasExpectation() && write.kind() != OwnWrite.Kind.INSERT) {
      byte[] before = write.before() == null ? baseRow(key) : write.before();
      reads.add(new Read.Point(id, key, ColumnSet.ALL, new ObservedValue.Row(before)));
    }
  }

  /**
   * Own patches as they are on another version of the tree.
   *
   * @return null when one cannot be made there
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
   * Shows another version of the snapshot beneath own writes, in which all that was read holds.
   * Open cursors go on behind their last key.
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

  /** The same contents, held by another snapshot. */
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
   * Whether the snapshot's row under a key that is to be inserted is there. Insertions at the end
   * of the tree, as of a load, compare with its last key instead of going down to it each time.
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

  /** From here on it is remembered what own writes replace, for {@link #earlierWrites}. */
  void keepReplaced() {
    replaced = WriteSetSnapshot.nothingReplaced();
  }

  void forgetReplaced() {
    replaced = null;
  }

  /** Own writes as they were when {@link #keepReplaced} was called. */
  WritesByKey earlierWrites() {
    if (replaced == null) {
      throw new IllegalStateException("the statement took no snapshot");
    }
    return WriteSetSnapshot.of(own, replaced);
  }

  boolean hasSnapshot() {
    return snapshot != null;
  }

  boolean isWritten() {
    return operation != Operation.NONE || (own != null && !own.isEmpty());
  }

  /** Sets or, by null, takes back the net change of a key; returns the one before. */
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

  /** Does something to the whole tree, whose own writes are gone with it. */
  Hidden operate(Operation next) {
    Hidden hidden = new Hidden(operation, own);
    operation = next;
    own = null;
    version++;
    operations++;
    return hidden;
  }

  /** Shows again what a tree operation hid; the snapshot may have moved since. */
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
