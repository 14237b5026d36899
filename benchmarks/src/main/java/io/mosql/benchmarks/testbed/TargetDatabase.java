package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.IsolationOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Database that a benchmark runs on.
 *
 * @param url a JDBC URL; {@code {dir}} in it stands for the directory of the database
 * @param driver class to load first; null when drivers announce themselves
 * @param isolation null for the database's default
 * @param directory where a fresh directory is to be made; null for the usual places
 * @param allowTmpfs whether to run where fsync means nothing
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
