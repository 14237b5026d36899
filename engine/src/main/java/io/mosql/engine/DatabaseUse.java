package io.mosql.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Somebody's use of an open database, which keeps it from being dropped until it ends. Thread-safe.
 */
final class DatabaseUse implements AutoCloseable {
  private final OpenDatabase database;
  private final Runnable ended;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * @param ended run once
   */
  DatabaseUse(OpenDatabase database, Runnable ended) {
    this.database = database;
    this.ended = ended;
  }

  OpenDatabase database() {
    return database;
  }

  @Override
  public void close() {
    if (over.compareAndSet(false, true)) {
      ended.run();
    }
  }
}
