package io.mosql.storage;

import io.mosql.core.type.LargeObject;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.object.LargeObjectContent;
import io.mosql.storage.object.LargeObjectRegistry;
import io.mosql.storage.object.LargeObjectRows;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The large objects of a database: writes new ones, in commits of bounded size, finds those that a
 * client names, and deletes those that no row refers to.
 *
 * <p>An object is deleted in steps: its claim is marked as dead, which no transaction survives that
 * would claim it or has just referred to it; then its chunks go, and then the claim. Failure: a
 * deletion that was interrupted is completed by the next {@link #sweep} of all objects.
 * Thread-safe.
 */
public final class LargeObjects {
  private static final long TREE = SystemTrees.LARGE_OBJECTS;
  private static final int IDS_BLOCK = 32;

  /** Rows that one commit deletes. */
  private static final int DELETED_ROWS = 1_024;

  private final Store store;
  private final LargeObjectRegistry registry;
  private final Sequences.Rule ids = Sequences.Rule.of(1, 1);

  LargeObjects(Store store, LargeObjectRegistry registry) {
    this.store = store;
    this.registry = registry;
  }

  /** Begins an object. */
  public LargeObjectWriter create(boolean text) {
    return new LargeObjectWriter(
        store, registry, text, store.sequences().next(TREE, ids, IDS_BLOCK));
  }

  public LargeObjectRegistry registry() {
    return registry;
  }

  /** Reads objects as of the newest published root. */
  public LargeObject.Source newest() {
    return new LargeObjectContent(
        key -> {
          try (Snapshot snapshot = store.pin(0)) {
            return snapshot.root().get(TREE, key);
          }
        });
  }

  /**
   * Finds the object that a descriptor from outside names.
   *
   * @throws io.mosql.core.error.MosqlException 42704 when there is none of this description that a
   *     row refers to
   */
  public LargeObject find(LargeObject described) {
    byte[] claim;
    try (Snapshot snapshot = store.pin(0)) {
      claim = snapshot.root().get(TREE, LargeObjectRows.claimKey(described.id()));
    }
    if (claim == null
        || LargeObjectRows.owner(claim) == LargeObjectRows.DEAD
        || !LargeObjectRows.object(described.id(), claim).isSame(described)) {
      throw StorageErrorMessage.UNDEFINED_LARGE_OBJECT.error(described.id());
    }
    return described.from(newest());
  }

  /** Creates the tree of large objects, unless it exists. */
  public static void createTree(Transaction transaction) {
    if (!transaction.hasTree(TREE)) {
      transaction.createTree(TREE);
    }
  }

  /**
   * Deletes objects that may have become garbage and have; one call at a time.
   *
   * @param stops whether to stop before the next object
   */
  public synchronized void sweep(BooleanSupplier stops) {
    if (registry.takeAll()) {
      all().forEach(registry::add);
    }
    List<LargeObjectRegistry.Suspect> kept = new ArrayList<>();
    LargeObjectRegistry.Suspect suspect = registry.poll();
    while (suspect != null && !stops.getAsBoolean()) {
      if (isGarbage(suspect.id())) {
        // a reader that began before this keeps the object until it ends
        LargeObjectRegistry.Suspect known = suspect.since(registry);
        if (registry.hasReadersBefore(known.since())) {
          kept.add(known);
        } else if (markDead(known.id())) {
          deleteChunks(known.id());
        }
      }
      suspect = registry.poll();
    }
    kept.forEach(registry::postpone);
  }

  private List<Long> all() {
    List<Long> found = new ArrayList<>();
    try (Snapshot snapshot = store.pin(0)) {
      Tree tree = snapshot.root().tree(TREE);
      if (tree != null) {
        TreeCursor cursor = tree.cursor();
        boolean on = cursor.first();
        while (on) {
          long id = LargeObjectRows.id(cursor.key());
          found.add(id);
          on = cursor.seek(LargeObjectRows.claimKey(id + 1));
        }
      }
    }
    return found;
  }

  private boolean isGarbage(long id) {
    try (Snapshot snapshot = store.pin(0)) {
      Root root = snapshot.root();
      byte[] claim = root.get(TREE, LargeObjectRows.claimKey(id));
      if (claim == null) {
        return !registry.isHeld(id);
      }
      long owner = LargeObjectRows.owner(claim);
      return owner == LargeObjectRows.DEAD
          || root.tree(owner) == null
          || root.get(owner, LargeObjectRows.claimKey(id)) == null;
    }
  }

  /** Marks the object so that no row can claim it; false when that is not possible (any more). */
  private boolean markDead(long id) {
    byte[] key = LargeObjectRows.claimKey(id);
    Transaction transaction = store.begin(false);
    try {
      if (!transaction.hasTree(TREE)) {
        return false;
      }
      byte[] claim = transaction.get(TREE, key, ColumnSet.ALL);
      if (claim == null) {
        if (registry.isHeld(id)) {
          return false;
        }
        transaction.insert(TREE, key, LargeObjectRows.dead(false));
      } else {
        long owner = LargeObjectRows.owner(claim);
        if (owner == LargeObjectRows.DEAD) {
          return true;
        }
        if (transaction.hasTree(owner) && transaction.get(owner, key, ColumnSet.ALL) != null) {
          return false;
        }
        transaction.put(TREE, key, LargeObjectRows.dead(true));
      }
      return transaction.commit() instanceof CommitResult.Committed;
    } finally {
      transaction.rollback();
    }
  }

  /** Deletes the chunks of a dead object, with a commit for each part, and its claim. */
  private void deleteChunks(long id) {
    while (deletePart(id)) {
      // the next part
    }
  }

  /** Deletes a part of the chunks of a dead object; false when there is none left. */
  private boolean deletePart(long id) {
    Transaction transaction = store.begin(false);
    try {
      List<byte[]> keys = new ArrayList<>();
      boolean wasClaimed;
      try (Snapshot snapshot = store.pin(0)) {
        byte[] dead = snapshot.root().get(TREE, LargeObjectRows.claimKey(id));
        wasClaimed = dead != null && LargeObjectRows.wasClaimed(dead);
        Tree tree = snapshot.root().tree(TREE);
        if (tree != null) {
          TreeCursor cursor = tree.cursor();
          boolean on = cursor.seek(LargeObjectRows.chunkKey(id, 0));
          while (on && LargeObjectRows.id(cursor.key()) == id && keys.size() < DELETED_ROWS) {
            keys.add(cursor.key());
            on = cursor.next();
          }
        }
      }
      keys.forEach(key -> transaction.remove(TREE, key));
      boolean more = keys.size() == DELETED_ROWS;
      // another leader may still have a transaction that would claim the object for the first time
      boolean claimable = store.isReplicated() && !wasClaimed;
      if (!more && !claimable) {
        transaction.remove(TREE, LargeObjectRows.claimKey(id));
      }
      transaction.commit();
      return more;
    } finally {
      transaction.rollback();
    }
  }
}
