package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.IsolationOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Database under test.
 *
 * @param url JDBC URL, with {@code {dir}} as placeholder for the directory of the database
 * @param driver driver class to load; null for registered drivers
 * @param isolation isolation level; null for the database's default
 * @param directory parent of a temporary directory; null for the default locations
 * @param allowTmpfs whether to allow an in-memory file system, where fsync has no effect
 */
public record TargetDatabase(
    String url,
    @Nullable String driver,
    @Nullable String user,
    @Nullable String password,
    @Nullable IsolationOption isolation,
    @Nullable Path directory,
    boolean allowTmpfs) {
  static final String DIRECTORY = "{dir}";
  public static final String DEFAULT_URL = "jdbc:mosql:file:" + DIRECTORY;

  boolean needsDirectory() {
    return url.contains(DIRECTORY);
  }

  Database database() {
    return Database.of(url, user, password).at(isolation);
  }

  Database databaseIn(Path place) {
    String there = url.replace(DIRECTORY, place.toAbsolutePath().toString());
    return Database.of(there, user, password).at(isolation);
  }
}
