package io.mosql.engine.database;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A reference to an open database, which prevents the database from being dropped until it is
 * closed. Thread-safe.
 */
public final class DatabaseReference implements AutoCloseable {
  private final OpenDatabase database;
  private final Runnable ended;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * @param ended run once, when the reference is closed
   */
  public DatabaseReference(OpenDatabase database, Runnable ended) {
    this.database = database;
    this.ended = ended;
  }

  public OpenDatabase database() {
    return database;
  }

  @Override
  public void close() {
    if (over.compareAndSet(false, true)) {
      ended.run();
    }
  }
}
