package io.mosql.engine.account;

import io.mosql.core.error.InvariantViolation;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.database.SessionCount;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.NodeDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user databases of a single server, opened on first use and kept open. Thread-safe: while a
 * database is being opened or closed, only threads that use that database block.
 */
public final class LocalDatabases implements NodeDatabases {
  private final Function<NodeCatalog.Database, OpenDatabase> opener;
  private final NodeDirectory directory;
  private final ConcurrentHashMap<Long, Entry> entries = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param opener opens, or creates, a database
   */
  public LocalDatabases(
      Function<NodeCatalog.Database, OpenDatabase> opener, NodeDirectory directory) {
    this.opener = opener;
    this.directory = directory;
  }

  /** A database that is open, or was open before; guarded by its own monitor. */
  private static final class Entry {
    private @Nullable OpenDatabase open;
    private final SessionCount sessions = new SessionCount();
    private boolean dropped;

    private synchronized boolean isClosedForDrop() {
      return dropped && open == null && sessions.get() == 0;
    }
  }

  @Override
  public DatabaseReference use(NodeCatalog.Database database) {
    Entry entry = entries.computeIfAbsent(database.id(), unused -> new Entry());
    synchronized (entry) {
      requireOpen();
      if (entry.dropped) {
        throw EngineErrorMessage.DATABASE_DROPPED.error();
      }
      OpenDatabase open = entry.open;
      if (open == null) {
        requireOpen();
        open = opener.apply(database);
        entry.open = open;
      }
      requireOpen();
      entry.sessions.increment();
      return new DatabaseReference(open, entry.sessions::decrement);
    }
  }

  @Override
  public void create(NodeCatalog.Database database) {
    try (DatabaseReference use = use(database);
        SystemSession session = new SystemSession(use.database())) {
      session.change("grant usage on schema public to public");
    }
  }

  @Override
  public void delete(NodeCatalog.Database database) {
    Entry entry = entries.get(database.id());
    InvariantViolation.check(
        entry == null || entry.isClosedForDrop(),
        "a database is closed before its files are deleted",
        () -> "id " + database.id());
    directory.delete(database.id());
  }

  private void requireOpen() {
    if (closed) {
      throw EngineErrorMessage.SHUTTING_DOWN.error();
    }
  }

  @Override
  public void closeForDrop(long id) {
    Entry entry = entries.computeIfAbsent(id, unused -> new Entry());
    synchronized (entry) {
      int sessions = entry.sessions.get();
      if (sessions > 0) {
        throw EngineErrorMessage.DATABASE_HAS_SESSIONS.error(sessions);
      }
      entry.dropped = true;
      OpenDatabase open = entry.open;
      entry.open = null;
      if (open != null) {
        open.close();
      }
    }
  }

  @Override
  public void reopen(long id) {
    Entry entry = entries.remove(id);
    InvariantViolation.check(
        entry != null && entry.isClosedForDrop(),
        "a database that is opened again was closed for its drop",
        () -> "id " + id);
  }

  @Override
  public @Nullable String failure() {
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

  @Override
  public Map<String, Map<String, Long>> figures() {
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

  @Override
  public int sessionCount(long id) {
    Entry entry = entries.get(id);
    return entry == null ? 0 : entry.sessions.get();
  }

  @Override
  public void close() {
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
