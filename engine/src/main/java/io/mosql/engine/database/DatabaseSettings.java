package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.page.PageOptions;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The database properties given by the connection that opens a database.
 *
 * @param given the properties of the database among those of the connection
 */
public record DatabaseSettings(Map<SessionProperty, String> given) {
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** A number of digits that fits into a long with every unit. */
  private static final String SIZE = "\\d{1,9}(B|KB|MB|GB)?|\\d{1,15}";

  public static DatabaseSettings of(Map<SessionProperty, String> properties) {
    Map<SessionProperty, String> given = new EnumMap<>(SessionProperty.class);
    for (SessionProperty property : SessionProperty.values()) {
      if (property.isOfDatabase()) {
        String value = properties.get(property);
        if (value != null) {
          given.put(property, value);
        }
      }
    }
    return new DatabaseSettings(given);
  }

  /** These properties, with missing ones taken from the system properties {@code mosql.<key>}. */
  public DatabaseSettings withDefaults() {
    Map<SessionProperty, String> all = new EnumMap<>(SessionProperty.class);
    for (SessionProperty property : SessionProperty.values()) {
      String value = given.get(property);
      if (value == null && property.isOfDatabase() && property.hasProcessDefault()) {
        value = System.getProperty("mosql." + property.key());
      }
      if (value != null) {
        all.put(property, value);
      }
    }
    return new DatabaseSettings(all);
  }

  /**
   * Compares the properties of a later connection.
   *
   * @throws MosqlException 08004 when one differs
   */
  public void requireSame(DatabaseSettings other) {
    other.given.forEach(
        (property, value) -> {
          if (!value.equals(given.get(property))) {
            throw EngineErrorMessage.SETTING_DIFFERS.error(
                property.key(), value, given.getOrDefault(property, "its default"));
          }
        });
  }

  /**
   * The ports with these settings.
   *
   * @throws MosqlException 22023 for an invalid value; 08001 for a directory that cannot be used
   */
  public OpenDatabase.Ports on(OpenDatabase.Ports ports) {
    CheckpointOptions base = ports.checkpoints();
    CheckpointOptions checkpoints =
        new CheckpointOptions(
            positive(SessionProperty.CHECKPOINT_LOG_BYTES, base.logBytes()),
            positive(SessionProperty.CHECKPOINT_SECONDS, 0) == 0
                ? base.intervalMicros()
                : positive(SessionProperty.CHECKPOINT_SECONDS, 0) * MICROS_PER_SECOND,
            positive(SessionProperty.DIRTY_BYTES, base.dirtyBytesMax()),
            given.containsKey(SessionProperty.MAX_SNAPSHOT_AGE)
                ? number(SessionProperty.MAX_SNAPSHOT_AGE, 0) * MICROS_PER_SECOND
                : base.snapshotAgeMaxMicros(),
            base.garbageBytesMin(),
            base.paced());
    PageOptions pages = ports.pages();
    long cache = number(SessionProperty.CACHE_BYTES, pages.cacheBytes());
    return new OpenDatabase.Ports(
        ports.clock(),
        ports.random(),
        ports
            .log()
            .withRetainedBytes(
                number(SessionProperty.LOG_RETENTION_BYTES, ports.log().retainedBytes())),
        ports.options(),
        checkpoints,
        new PageOptions(cache, pages.segmentBytes(), pages.openFilesMax()),
        ports.copyFiles(),
        ports.backupRoot(),
        temporary(ports),
        ports.sessionMonitor(),
        ports.accountService(),
        number(SessionProperty.ANALYZE_SECONDS, ports.analyzeSeconds()));
  }

  private @Nullable StorageDirectory temporary(OpenDatabase.Ports ports) {
    String name = given.get(SessionProperty.TEMP_DIRECTORY);
    if (name == null) {
      return ports.temporary();
    }
    try {
      return DiskDirectory.open(Path.of(name).toRealPath());
    } catch (IOException | InvalidPathException e) {
      throw EngineErrorMessage.TEMP_DIRECTORY_NOT_OPENED.causedBy(e);
    }
  }

  private long positive(SessionProperty property, long otherwise) {
    long number = number(property, otherwise);
    if (number == 0 && given.containsKey(property)) {
      throw EngineErrorMessage.INVALID_SETTING_VALUE.error(property.key(), "0");
    }
    return number;
  }

  /** A number, or a size such as 512MB. */
  private long number(SessionProperty property, long otherwise) {
    @Nullable String text = given.get(property);
    if (text == null) {
      return otherwise;
    }
    String value = text.trim().toUpperCase(Locale.ROOT);
    if (!value.matches(SIZE)) {
      throw EngineErrorMessage.INVALID_SETTING_VALUE.error(property.key(), text);
    }
    long number = Long.parseLong(value.replaceAll("[A-Z]", ""));
    if (value.endsWith("KB")) {
      return number << 10;
    } else if (value.endsWith("MB")) {
      return number << 20;
    }
    return value.endsWith("GB") ? number << 30 : number;
  }
}
