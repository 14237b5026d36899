package io.mosql.engine;

import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.database.CopyDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.DatabaseSettings;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.database.SessionCount;
import io.mosql.engine.database.StoreBackups;
import io.mosql.engine.error.EngineErrorMessage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open databases of this process, by location. A {@code file:} database closes with its last
 * session or at JVM exit, a {@code mem:} database with SHUTDOWN or at JVM exit. Thread-safe.
 */
public final class EmbeddedDatabases implements EmbeddedEngine {
  private final Object lock = new Object();
  private final Map<DatabaseLocation, Entry> open = new HashMap<>();
  private final Opener opener;
  private boolean hooked;

  public EmbeddedDatabases() {
    this(OpenDatabase::inDirectory);
  }

  /**
   * @param opener opens databases in files
   */
  public EmbeddedDatabases(Opener opener) {
    this.opener = opener;
  }

  /** Opens, or creates, the database in a directory. */
  @FunctionalInterface
  public interface Opener {
    OpenDatabase open(
        DatabaseLocation.Directory directory, OpenDatabase.Ports ports, Runnable shutdown);
  }

  /** An open database and the number of its sessions. Guarded by the lock. */
  private static final class Entry {
    private final OpenDatabase database;
    private final DatabaseSettings settings;
    private final SessionCount sessions = new SessionCount();

    Entry(OpenDatabase database, DatabaseSettings settings) {
      this.database = database;
      this.settings = settings;
    }
  }

  @Override
  public Session connect(String text, Map<SessionProperty, String> properties) {
    DatabaseLocation location = DatabaseLocation.parse(text);
    DatabaseSettings settings = DatabaseSettings.of(properties);
    synchronized (lock) {
      Entry entry = open.get(location);
      if (entry == null) {
        DatabaseSettings all = settings.withDefaults();
        entry = new Entry(open(location, all), all);
        open.put(location, entry);
        installShutdownHook();
      } else {
        entry.settings.requireSame(settings);
      }
      Entry counted = entry;
      counted.sessions.increment();
      try {
        return counted.database.connect(properties, () -> sessionClosed(location, counted));
      } catch (RuntimeException | Error e) {
        sessionClosed(location, counted);
        throw e;
      }
    }
  }

  private OpenDatabase open(DatabaseLocation location, DatabaseSettings settings) {
    Runnable shutdown = () -> shutdown(location);
    Path own = location instanceof DatabaseLocation.Directory directory ? directory.path() : null;
    OpenDatabase.Ports ports =
        settings.on(own == null ? OpenDatabase.Ports.ofMemory() : OpenDatabase.Ports.system());
    String copyDirectory = settings.given().get(SessionProperty.COPY_DIRECTORY);
    if (copyDirectory != null) {
      ports = ports.withCopyFiles(CopyDirectory.of(copyDirectory, own, ports.random()));
    }
    String backupDirectory = settings.given().get(SessionProperty.BACKUP_DIRECTORY);
    if (backupDirectory != null) {
      ports = ports.withBackupRoot(StoreBackups.root(backupDirectory, own));
    }
    String template = settings.given().get(SessionProperty.TEMPLATE);
    if (location instanceof DatabaseLocation.Memory memory) {
      return template == null
          ? OpenDatabase.inMemory(memory.name(), ports, shutdown)
          : template(template).copyInMemory(memory.name(), ports, shutdown);
    }
    if (template != null) {
      throw EngineErrorMessage.TEMPLATE_OF_DATABASE_IN_FILES.error();
    }
    return opener.open((DatabaseLocation.Directory) location, ports, shutdown);
  }

  private OpenDatabase template(String name) {
    Entry entry = open.get(new DatabaseLocation.Memory(name));
    if (entry == null) {
      throw EngineErrorMessage.UNDEFINED_TEMPLATE.error(name);
    }
    return entry.database;
  }

  private void sessionClosed(DatabaseLocation location, Entry entry) {
    synchronized (lock) {
      if (entry.sessions.decrement() == 0
          && location instanceof DatabaseLocation.Directory
          && open.remove(location, entry)) {
        entry.database.close();
      }
    }
  }

  private void shutdown(DatabaseLocation location) {
    @Nullable Entry entry;
    synchronized (lock) {
      entry = open.remove(location);
    }
    if (entry != null) {
      entry.database.close();
    }
  }

  /**
   * Closes the open databases when the JVM exits, so that locks are released and the log is
   * complete.
   */
  private void installShutdownHook() {
    if (!hooked) {
      hooked = true;
      Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll, "mosql-exit"));
    }
  }

  private void closeAll() {
    Map<DatabaseLocation, Entry> all;
    synchronized (lock) {
      all = new HashMap<>(open);
      open.clear();
    }
    all.values().forEach(entry -> entry.database.close());
  }
}
