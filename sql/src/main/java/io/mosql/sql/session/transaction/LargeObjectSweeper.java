package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.ThreadEnd;
import io.mosql.storage.Store;
import io.mosql.storage.version.SystemTrees;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Deletes large objects that no row refers to, in a thread of its own, which begins with the first
 * of them. Where that fails, all objects are examined the next time. Thread-safe.
 */
public final class LargeObjectSweeper {
  private final Store store;
  private @Nullable Thread thread;
  private volatile boolean closed;

  /** As in {@link IdleTransactionMonitor}. */
  private volatile boolean woken;

  public LargeObjectSweeper(Store store) {
    this.store = store;
    store.largeObjects().registry().onSuspects(this::ensureStarted);
    if (store.rowCount(SystemTrees.LARGE_OBJECTS) > 0) {
      // what sessions had written when the process ended
      ensureStarted();
    }
  }

  /** Called when this node has begun to lead: sessions of the previous leader left objects. */
  public void leads() {
    if (store.rowCount(SystemTrees.LARGE_OBJECTS) > 0) {
      store.largeObjects().registry().suspectAll();
    }
  }

  private synchronized void ensureStarted() {
    if (closed) {
      return;
    }
    Thread running = thread;
    if (running == null) {
      running = new Thread(this::run, "mosql-large-objects");
      running.setDaemon(true);
      thread = running;
      running.start();
    } else {
      woken = true;
      LockSupport.unpark(running);
    }
  }

  private void run() {
    while (!closed) {
      woken = false;
      try {
        if (store.leads()) {
          store.largeObjects().sweep(() -> closed);
        }
      } catch (MosqlException | IllegalStateException e) {
        // the disk is full, the database closes, or another node leads it
        store.largeObjects().registry().forget();
      }
      if (!woken && !closed) {
        LockSupport.park(this);
      }
    }
  }

  /** Ends the thread and waits for it. */
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      woken = true;
      running = thread;
    }
    LockSupport.unpark(running);
    ThreadEnd.await(running);
  }
}
