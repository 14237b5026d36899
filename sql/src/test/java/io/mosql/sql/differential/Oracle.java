package io.mosql.sql.differential;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Another database, whose answers are right. Not thread-safe. */
final class Oracle implements AutoCloseable {
  /** Of an answer that is compared. */
  private static final int ROWS_MAX = 5_000;

  private static final int TIMEOUT_SECONDS = 20;

  private final String name;
  private final Connection connection;

  private Oracle(String name, Connection connection) {
    this.name = name;
    this.connection = connection;
  }

  static Oracle h2() throws SQLException {
    return new Oracle("H2", DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL"));
  }

  /** PostgreSQL, if a system property has its URL; in a schema of its own, which is made anew. */
  static @Nullable Oracle postgres() throws SQLException {
    String url = System.getProperty("postgres.url", "");
    if (url.isEmpty()) {
      return null;
    }
    Properties properties = new Properties();
    // tables of the same name differ between seeds
    properties.setProperty("prepareThreshold", "0");
    Oracle oracle = new Oracle("PostgreSQL", DriverManager.getConnection(url, properties));
    oracle.execute("DROP SCHEMA IF EXISTS mosql_differential CASCADE");
    oracle.execute("CREATE SCHEMA mosql_differential");
    oracle.execute("SET search_path = mosql_differential");
    return oracle;
  }

  String name() {
    return name;
  }

  void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** How many rows a statement changed. */
  int update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** All rows, or null when it has no answer or too long a one. */
  @Nullable List<List<@Nullable Object>> rows(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(ROWS_MAX + 1);
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      ResultSet result = statement.executeQuery(sql);
      int width = result.getMetaData().getColumnCount();
      List<List<@Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
      return rows.size() > ROWS_MAX ? null : rows;
    } catch (SQLException e) {
      return null;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
