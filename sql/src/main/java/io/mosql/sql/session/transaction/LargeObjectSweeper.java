package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.Store;
import io.mosql.storage.version.SystemTrees;

/**
 * Deletes large objects that no row refers to, in a thread of its own, which begins with the first
 * of them. Where that fails, all objects are examined the next time. Thread-safe.
 */
public final class LargeObjectSweeper {
  private final Store store;
  private final BackgroundWorker worker = new BackgroundWorker("mosql-large-objects", this::sweep);

  public LargeObjectSweeper(Store store) {
    this.store = store;
    store.largeObjects().registry().onSuspects(worker::wake);
    if (store.rowCount(SystemTrees.LARGE_OBJECTS) > 0) {
      // what sessions had written when the process ended
      worker.wake();
    }
  }

  /** Called when this node has begun to lead: sessions of the previous leader left objects. */
  public void leads() {
    if (store.rowCount(SystemTrees.LARGE_OBJECTS) > 0) {
      store.largeObjects().registry().suspectAll();
    }
  }

  private long sweep() {
    try {
      if (store.leads()) {
        store.largeObjects().sweep(worker::isClosed);
      }
    } catch (MosqlException | IllegalStateException e) {
      // the disk is full, the database closes, or another node leads it
      store.largeObjects().registry().forget();
    }
    return BackgroundWorker.UNTIL_WOKEN;
  }

  /** Ends the thread, and waits for its end. */
  public void close() {
    worker.close();
  }
}
