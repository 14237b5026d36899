package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The databases that this process has open, by location. A {@code file:} one closes with its last
 * session or at JVM exit, a {@code mem:} one with SHUTDOWN or the JVM. Thread-safe.
 */
public final class EmbeddedDatabases implements EmbeddedEngine {
  /** What {@link SessionProperty#COPY_DIRECTORY} is when a connection does not say. */
  private static final String COPY_DIRECTORY = "mosql.copyDirectory";

  private final Object lock = new Object();
  private final Map<Location, Entry> open = new HashMap<>();
  private boolean hooked;

  /** An open database and the number of its sessions. Guarded by the lock. */
  private static final class Entry {
    private final OpenDatabase database;
    private final @Nullable String copyDirectory;
    private int sessions;

    Entry(OpenDatabase database, @Nullable String copyDirectory) {
      this.database = database;
      this.copyDirectory = copyDirectory;
    }

    /** A directory that would not be used is refused, lest somebody rely on it. */
    void requireSame(@Nullable String wanted) {
      if (wanted != null && !wanted.equals(copyDirectory)) {
        throw new MosqlException(
            SqlState.CONNECTION_REJECTED,
            "the database is open already, with another copyDirectory or none");
      }
    }
  }

  @Override
  public Session connect(String text, Map<SessionProperty, String> properties) {
    Location location = Location.parse(text);
    synchronized (lock) {
      Entry entry = open.get(location);
      String copyDirectory = properties.get(SessionProperty.COPY_DIRECTORY);
      if (entry == null) {
        if (copyDirectory == null) {
          copyDirectory = System.getProperty(COPY_DIRECTORY);
        }
        entry = new Entry(open(location, copyDirectory), copyDirectory);
        open.put(location, entry);
        hook();
      }
      Entry counted = entry;
      counted.requireSame(copyDirectory);
      counted.sessions++;
      try {
        return counted.database.connect(properties, () -> ended(location, counted));
      } catch (RuntimeException | Error e) {
        ended(location, counted);
        throw e;
      }
    }
  }

  private OpenDatabase open(Location location, @Nullable String copyDirectory) {
    Runnable shutdown = () -> shutdown(location);
    Path own = location instanceof Location.Directory directory ? directory.path() : null;
    OpenDatabase.Ports ports = OpenDatabase.Ports.SYSTEM;
    if (copyDirectory != null) {
      ports = ports.withCopyFiles(CopyDirectory.of(copyDirectory, own));
    }
    return location instanceof Location.Memory memory
        ? OpenDatabase.inMemory(memory.name(), ports, shutdown)
        : OpenDatabase.inDirectory((Location.Directory) location, ports, shutdown);
  }

  private void ended(Location location, Entry entry) {
    synchronized (lock) {
      entry.sessions--;
      if (entry.sessions == 0
          && location instanceof Location.Directory
          && open.remove(location, entry)) {
        entry.database.close();
      }
    }
  }

  private void shutdown(Location location) {
    @Nullable Entry entry;
    synchronized (lock) {
      entry = open.remove(location);
    }
    if (entry != null) {
      entry.database.close();
    }
  }

  /** Closes what is still open when the JVM exits, so that locks are freed and the log is whole. */
  private void hook() {
    if (!hooked) {
      hooked = true;
      Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll, "mosql-exit"));
    }
  }

  private void closeAll() {
    Map<Location, Entry> all;
    synchronized (lock) {
      all = new HashMap<>(open);
      open.clear();
    }
    all.values().forEach(entry -> entry.database.close());
  }
}
