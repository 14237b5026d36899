package io.mosql.benchmarks.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tables of one benchmark with a marker table, so that only its own tables are replaced. Tables of
 * an earlier run are replaced, nobody else's: where the marking table is missing, nothing is
 * dropped. It is filled by the last commit of a load: where it is empty, the load has not ended.
 * Immutable.
 *
 * @param tables children first, the order to drop them in
 */
public record BenchmarkTables(String marker, List<String> tables) {

  /** Asked by the catalog, so that no error is provoked. */
  private boolean exist(Connection connection) throws SQLException {
    for (String name : new String[] {marker, marker.toUpperCase(Locale.ROOT)}) {
      String[] types = {"TABLE", "BASE TABLE"};
      try (ResultSet found =
          connection
              .getMetaData()
              .getTables(connection.getCatalog(), connection.getSchema(), name, types)) {
        if (found.next()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Creates the marking table and then the others.
   *
   * @param connection in autocommit mode
   * @param creates statements that make them
   */
  public void create(Connection connection, List<String> creates) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (exist(connection)) {
        // The marking table goes last, so that an interrupted drop is taken up again.
        for (String table : tables) {
          statement.execute("DROP TABLE IF EXISTS " + table);
        }
        statement.execute("DROP TABLE " + marker);
      }
      statement.execute(
          "CREATE TABLE "
              + marker
              + " (cfg_name varchar(30) NOT NULL, cfg_number bigint, PRIMARY KEY (cfg_name))");
      for (String text : creates) {
        statement.execute(text);
      }
    }
  }

  /**
   * Ends a load: brings statistics up to date where a database wants that, and writes how the
   * tables were filled.
   *
   * @param connection in autocommit mode
   */
  public void finish(Connection connection, Dialect dialect, Map<String, Long> filled)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : dialect.afterLoad(tables)) {
        statement.execute(text);
      }
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + marker + " (cfg_name, cfg_number) VALUES (?, ?)")) {
      for (Map.Entry<String, Long> entry : filled.entrySet()) {
        insert.setString(1, entry.getKey());
        insert.setLong(2, entry.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** How the tables were filled; empty when no load has ended. */
  public Map<String, Long> filled(Connection connection) throws SQLException {
    Map<String, Long> values = new LinkedHashMap<>();
    if (exist(connection)) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT cfg_name, cfg_number FROM " + marker)) {
        while (rows.next()) {
          values.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return values;
  }
}
