package io.mosql.sql.session.context;

import io.mosql.core.codec.ColumnCache;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.sql.exec.runtime.WorkerPool;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.Principal;
import io.mosql.storage.Store;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an open database that its sessions, commands and views share: its name, store and
 * clock, the accounts of its node, and whether it is still open. Thread-safe; it owns none of them.
 */
public final class DatabaseContext {
  /** Name of the schema that a new database has. */
  public static final String PUBLIC_SCHEMA = "public";

  /** Divisor of the heap that decoded columns may take. */
  private static final int COLUMNS_SHARE = 16;

  private final String name;
  private final Store store;
  private final Clock clock;
  private final AccountService accounts;
  private final ColumnCache columns =
      new ColumnCache(Runtime.getRuntime().maxMemory() / COLUMNS_SHARE);
  private final WorkerPool workers;
  private final AtomicBoolean requesting = new AtomicBoolean();
  private volatile boolean open = true;

  /**
   * @param accounts of the node that the database belongs to
   * @param workers that help long queries
   */
  public DatabaseContext(
      String name, Store store, Clock clock, AccountService accounts, WorkerPool workers) {
    this.name = name;
    this.store = store;
    this.clock = clock;
    this.accounts = accounts;
    this.workers = workers;
  }

  public String name() {
    return name;
  }

  public Store store() {
    return store;
  }

  public Clock clock() {
    return clock;
  }

  public AccountService accounts() {
    return accounts;
  }

  /** The decoded columns of pages that scans read repeatedly. */
  public ColumnCache columnCache() {
    return columns;
  }

  /** The threads that help long queries. */
  public WorkerPool workers() {
    return workers;
  }

  public boolean isOpen() {
    return open;
  }

  /** Refuses new work from now on. The store stays open. */
  public void close() {
    open = false;
  }

  /**
   * @throws MosqlException 57P01 when the database is closed
   */
  public void requireOpen() {
    if (!open) {
      throw SessionEndReason.SHUT_DOWN.error();
    }
  }

  /**
   * Requests a record with the current time from the leader. A request that is under way serves
   * other callers too.
   *
   * @return reason for a failure of the request, for display; null otherwise
   */
  public @Nullable String requestTimestampRecord(Principal by) {
    if (!requesting.compareAndSet(false, true)) {
      return null;
    }
    try {
      accounts.requestTimestampRecord(name, by);
      return null;
    } catch (MosqlException e) {
      return e.getMessage();
    } finally {
      requesting.set(false);
    }
  }
}
