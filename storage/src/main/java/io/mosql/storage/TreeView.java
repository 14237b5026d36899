package io.mosql.storage;

import io.mosql.core.codec.Keys;
import io.mosql.storage.tree.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One tree as a running transaction sees it: the snapshot's contents beneath its own writes. Not
 * thread-safe.
 */
final class TreeView {
  /** What the transaction did to the tree as a whole. */
  enum Operation {
    NONE,
    CREATE,
    DROP,
    TRUNCATE
  }

  /** What a tree operation hides, kept to undo it. */
  record Hidden(Operation operation, @Nullable OwnWrites own) {}

  private final long id;
  private final @Nullable SnapshotTree snapshot;
  private final TreeReads reads;
  private Operation operation = Operation.NONE;
  private @Nullable OwnWrites own;

  /** Of the snapshot; null until several keys were inserted. */
  private byte @Nullable [] lastKey;

  private int insertions;

  /** Changes with every own write; tells open cursors to look anew. */
  private int version;

  /** Changes with every tree operation. */
  private int operations;

  TreeView(long id, @Nullable SnapshotTree snapshot, TreeReads reads) {
    this.id = id;
    this.snapshot = snapshot;
    this.reads = reads;
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

  TreeReads reads() {
    return reads;
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
  @Nullable OwnWrites ownWrites() {
    return own;
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
      own = new OwnWrites();
    }
    return write == null ? own.remove(key) : own.put(key, write);
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

  void undo(Hidden hidden) {
    operation = hidden.operation();
    own = hidden.own();
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
