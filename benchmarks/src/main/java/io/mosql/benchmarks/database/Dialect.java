package io.mosql.benchmarks.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Differences between database products, all in one place. Statements of load, run and checks are
 * identical for all products.
 */
public enum Dialect {
  MOSQL("mosql", "timestamp"),
  H2("h2", "timestamp"),
  POSTGRESQL("postgresql", "timestamp"),
  // MariaDB's TIMESTAMP updates itself when a row changes and converts time zones.
  MARIADB("mariadb", "datetime"),
  DUCKDB("duckdb", "timestamp"),
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
    if (lower.startsWith("jdbc:duckdb:")) {
      return DUCKDB;
    }
    return STANDARD;
  }

  public String id() {
    return id;
  }

  /** Type of a column with date and time. */
  public String timestampType() {
    return timestampType;
  }

  /** Statements that update table statistics after a load, each executed in autocommit mode. */
  public List<String> afterLoad(List<String> tables) {
    return switch (this) {
      case POSTGRESQL -> List.of("VACUUM ANALYZE");
      case MOSQL, H2, DUCKDB -> List.of("ANALYZE");
      case MARIADB -> tables.stream().map(table -> "ANALYZE TABLE " + table).toList();
      case STANDARD -> List.of();
    };
  }

  /** Data directory of an embedded database; empty for servers and in-memory databases. */
  public Optional<Path> dataDirectory(String url) {
    return switch (this) {
      case MOSQL -> filePath(url, "jdbc:mosql:file:", '?');
      case H2 -> filePath(url, "jdbc:h2:file:", ';').map(Path::toAbsolutePath).map(Path::getParent);
      case DUCKDB ->
          filePath(url, "jdbc:duckdb:", ';')
              .filter(path -> !path.toString().isEmpty() && !path.toString().startsWith(":"))
              .map(Path::toAbsolutePath)
              .map(Path::getParent);
      case POSTGRESQL, MARIADB, STANDARD -> Optional.empty();
    };
  }

  /**
   * Rows of one INSERT of a load. DuckDB, which stores columns, takes 0.4 ms for each statement.
   */
  public int rowsPerInsert() {
    return this == DUCKDB ? 250 : 1;
  }

  /**
   * Statements that set how many threads may work on a query of this session; empty for databases
   * whose queries have one thread.
   */
  public List<String> threads(int threads) {
    return switch (this) {
      case MOSQL, POSTGRESQL ->
          List.of(
              "SET max_parallel_workers = " + (threads - 1),
              "SET max_parallel_workers_per_gather = " + (threads - 1));
      case DUCKDB -> List.of("SET threads = " + threads);
      case H2, MARIADB, STANDARD -> List.of();
    };
  }

  /** Statements that make a session compute a result again that it returned before. */
  public List<String> withoutResultCache() {
    return this == H2 ? List.of("SET OPTIMIZE_REUSE_RESULTS 0") : List.of();
  }

  /** Describes the durability of a commit; servers are queried for their settings. */
  public String durability(Connection connection) {
    return switch (this) {
      case MOSQL, H2, DUCKDB, STANDARD -> embeddedDurability();
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

  /** Durability of a commit in an embedded database, which needs no query. */
  public String embeddedDurability() {
    return switch (this) {
      case MOSQL -> "fdatasync before every commit returns";
      case H2 -> "none tied to commit: written within 500 ms, no fsync (its default)";
      case DUCKDB -> "fsync of the log before every commit returns (its default)";
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
