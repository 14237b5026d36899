package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user databases of a node that are open, each opened when it is first needed and kept open.
 * Thread-safe: while one is being opened or closed, only those who want that one wait.
 */
final class UserDatabases {
  private final Function<Accounts.Database, OpenDatabase> opener;
  private final ConcurrentHashMap<Long, Entry> entries = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param opener opens, or creates, a database
   */
  UserDatabases(Function<Accounts.Database, OpenDatabase> opener) {
    this.opener = opener;
  }

  /** A database that is open, or has been; guarded by itself. */
  private static final class Entry {
    private @Nullable OpenDatabase open;
    private int users;
    private boolean dropped;
  }

  /** Somebody's use of an open database, which keeps it from being dropped until it ends. */
  static final class Use implements AutoCloseable {
    private final Entry entry;
    private final OpenDatabase database;
    private boolean ended;

    private Use(Entry entry, OpenDatabase database) {
      this.entry = entry;
      this.database = database;
    }

    OpenDatabase database() {
      return database;
    }

    @Override
    public void close() {
      synchronized (entry) {
        if (!ended) {
          ended = true;
          entry.users--;
        }
      }
    }
  }

  /**
   * Opens a database for use.
   *
   * @throws MosqlException 3D000 when it was dropped, 57P01 when all are closed, as opening does
   */
  Use use(Accounts.Database database) {
    Entry entry = entries.computeIfAbsent(database.id(), unused -> new Entry());
    synchronized (entry) {
      requireOpen();
      if (entry.dropped) {
        throw new MosqlException(SqlState.UNDEFINED_DATABASE, "the database was dropped");
      }
      OpenDatabase open = entry.open;
      if (open == null) {
        requireOpen();
        open = opener.apply(database);
        entry.open = open;
      }
      requireOpen();
      entry.users++;
      return new Use(entry, open);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new MosqlException(SqlState.SHUTTING_DOWN, "the server is going away");
    }
  }

  /**
   * Closes a database for good, unless somebody uses it.
   *
   * @throws MosqlException 55006 when somebody does
   */
  void retire(long id) {
    Entry entry = entries.computeIfAbsent(id, unused -> new Entry());
    synchronized (entry) {
      if (entry.users > 0) {
        throw new MosqlException(
            SqlState.OBJECT_IN_USE, entry.users + " sessions are in the database");
      }
      entry.dropped = true;
      OpenDatabase open = entry.open;
      entry.open = null;
      if (open != null) {
        open.close();
      }
    }
  }

  /** Lets a database be opened again that was to be dropped and is still there. */
  void readmit(long id) {
    entries.remove(id);
  }

  /** The first open database that a failure has stopped, in words; null when there is none. */
  @Nullable String failure() {
    for (Entry entry : entries.values()) {
      synchronized (entry) {
        OpenDatabase open = entry.open;
        if (open != null && !closed && !open.isOpen()) {
          return "database \"" + open.name() + "\" was stopped by a failure of its disk or log";
        }
      }
    }
    return null;
  }

  /** Figures of the open databases by name; see {@link OpenDatabase#figures}. */
  Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = new TreeMap<>();
    for (Entry entry : entries.values()) {
      OpenDatabase open;
      synchronized (entry) {
        open = entry.open;
      }
      if (open != null && open.isOpen()) {
        figures.put(open.name(), open.figures());
      }
    }
    return figures;
  }

  /** Number of sessions in a database. */
  int users(long id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      return 0;
    }
    synchronized (entry) {
      return entry.users;
    }
  }

  /** Closes all, which ends their sessions; the first failure is thrown when all were tried. */
  void close() {
    closed = true;
    RuntimeException failure = null;
    List<Entry> all = new ArrayList<>(entries.values());
    for (Entry entry : all) {
      OpenDatabase open;
      synchronized (entry) {
        open = entry.open;
        entry.open = null;
        entry.dropped = true;
      }
      try {
        if (open != null) {
          open.close();
        }
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
