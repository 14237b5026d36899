package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.sql.rights.Authority;
import io.mosql.sql.rights.Principal;
import io.mosql.storage.Store;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An open database as its sessions, commands and views know it: its name, store and clock, the
 * accounts of its node, and whether it is still open. Thread-safe; it owns none of them.
 */
final class DatabaseContext {
  /** Name of the schema that a new database has. */
  static final String PUBLIC_SCHEMA = "public";

  private final String name;
  private final Store store;
  private final Clock clock;
  private final Authority accounts;
  private final AtomicBoolean requesting = new AtomicBoolean();
  private volatile boolean open = true;

  /**
   * @param accounts of the node that the database belongs to
   */
  DatabaseContext(String name, Store store, Clock clock, Authority accounts) {
    this.name = name;
    this.store = store;
    this.clock = clock;
    this.accounts = accounts;
  }

  String name() {
    return name;
  }

  Store store() {
    return store;
  }

  Clock clock() {
    return clock;
  }

  Authority accounts() {
    return accounts;
  }

  boolean isOpen() {
    return open;
  }

  /** From now on new work is refused. The store stays open. */
  void close() {
    open = false;
  }

  /**
   * @throws MosqlException 57P01 when the database is closed
   */
  void requireOpen() {
    if (!open) {
      throw SessionEnd.SHUT_DOWN.error();
    }
  }

  /**
   * Requests a record with the current time from the leader. A request that is under way serves
   * other callers too.
   *
   * @return why the request failed, for people; null otherwise
   */
  @Nullable String requestTimestampRecord(Principal by) {
    if (!requesting.compareAndSet(false, true)) {
      return null;
    }
    try {
      accounts.askLeader(name, by);
      return null;
    } catch (MosqlException e) {
      return e.getMessage();
    } finally {
      requesting.set(false);
    }
  }
}
