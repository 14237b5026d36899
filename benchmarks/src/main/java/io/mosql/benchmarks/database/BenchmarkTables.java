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
 * Tables of one benchmark, with a marker table by which they are recognized. Tables of an earlier
 * run are replaced; where the marker table is missing, nothing is dropped. The last commit of a
 * load fills the marker table: while it is empty, the load is incomplete. Immutable.
 *
 * @param tables table names in drop order, referencing tables first
 */
public record BenchmarkTables(String marker, List<String> tables) {

  /** Queries the catalog, so that no error occurs. */
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
   * Creates the marker table and then the other tables.
   *
   * @param connection in autocommit mode
   * @param creates CREATE statements
   */
  public void create(Connection connection, List<String> creates) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (exist(connection)) {
        // The marker table is dropped last, so that an interrupted drop can be continued.
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
   * Completes a load: updates statistics where the database requires it, and stores the load
   * parameters in the marker table.
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

  /** Returns the stored load parameters; empty when no load is complete. */
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
