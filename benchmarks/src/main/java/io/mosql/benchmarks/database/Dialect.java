package io.mosql.benchmarks.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What differs between databases, all of it. Statements of load, run and checks are the same. */
public enum Dialect {
  MOSQL("mosql", "timestamp"),
  H2("h2", "timestamp"),
  POSTGRESQL("postgresql", "timestamp"),
  // MariaDB's TIMESTAMP sets itself when a row changes and converts time zones.
  MARIADB("mariadb", "datetime"),
  STANDARD("other", "timestamp");

  private final String id;
  private final String timestampType;

  Dialect(String id, String timestampType) {
    this.id = id;
    this.timestampType = timestampType;
  }

  public static Dialect ofUrl(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (lower.startsWith("jdbc:mosql:")) {
      return MOSQL;
    }
    if (lower.startsWith("jdbc:h2:")) {
      return H2;
    }
    if (lower.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    if (lower.startsWith("jdbc:mariadb:") || lower.startsWith("jdbc:mysql:")) {
      return MARIADB;
    }
    return STANDARD;
  }

  public String id() {
    return id;
  }

  /** Of a column that keeps a date with its time. */
  public String timestampType() {
    return timestampType;
  }

  /** Statements, each in autocommit, that bring statistics of tables up to date after a load. */
  public List<String> afterLoad(List<String> tables) {
    return switch (this) {
      case POSTGRESQL -> List.of("VACUUM ANALYZE");
      case MOSQL, H2 -> List.of("ANALYZE");
      case MARIADB -> tables.stream().map(table -> "ANALYZE TABLE " + table).toList();
      case STANDARD -> List.of();
    };
  }

  /** Where an embedded database keeps its files; empty for servers and databases in memory. */
  public Optional<Path> dataDirectory(String url) {
    return switch (this) {
      case MOSQL -> filePath(url, "jdbc:mosql:file:", '?');
      case H2 -> filePath(url, "jdbc:h2:file:", ';').map(Path::toAbsolutePath).map(Path::getParent);
      case POSTGRESQL, MARIADB, STANDARD -> Optional.empty();
    };
  }

  /** What a commit promises, in a few words; servers are asked for their settings. */
  public String durability(Connection connection) {
    return switch (this) {
      case MOSQL, H2, STANDARD -> embeddedDurability();
      case POSTGRESQL ->
          setting(connection, "fsync", "SHOW fsync")
              + setting(connection, ", synchronous_commit", "SHOW synchronous_commit");
      case MARIADB ->
          setting(
              connection,
              "innodb_flush_log_at_trx_commit",
              "SELECT @@innodb_flush_log_at_trx_commit");
    };
  }

  /** What a commit promises where nobody needs to be asked. */
  public String embeddedDurability() {
    return switch (this) {
      case MOSQL -> "fdatasync before every commit returns";
      case H2 -> "none tied to commit: written within 500 ms, no fsync (its default)";
      case POSTGRESQL, MARIADB, STANDARD -> "unknown";
    };
  }

  private static String setting(Connection connection, String name, String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return name + " = " + (row.next() ? row.getString(1) : "unknown");
    } catch (SQLException e) {
      return name + " = unknown";
    }
  }

  private static Optional<Path> filePath(String url, String prefix, char end) {
    if (!url.regionMatches(true, 0, prefix, 0, prefix.length())) {
      return Optional.empty();
    }
    int to = url.indexOf(end);
    return Optional.of(Path.of(url.substring(prefix.length(), to < 0 ? url.length() : to)));
  }
}
