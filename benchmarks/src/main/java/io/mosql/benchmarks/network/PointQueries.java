package io.mosql.benchmarks.network;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.SplittableRandom;

/** Load of point queries by key, prepared once, each in its own transaction. */
final class PointQueries {
  private static final String TABLE = "net_rows";
  private static final int BATCH = 1_000;

  private final String url;
  private final Properties properties;
  private final int rows;
  private final int textBytes;

  PointQueries(String url, Properties properties, int rows, int textBytes) {
    this.url = url;
    this.properties = properties;
    this.rows = rows;
    this.textBytes = textBytes;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties);
  }

  /** Creates and fills the table. */
  void fill() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      drop(statement);
      statement.execute(
          "create table " + TABLE + " (id int primary key, body varchar(" + textBytes + "))");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into " + TABLE + " values (?, ?)")) {
        for (int i = 0; i < rows; i++) {
          insert.setInt(1, i);
          insert.setString(2, text(i));
          insert.addBatch();
          if ((i + 1) % BATCH == 0 || i + 1 == rows) {
            insert.executeBatch();
          }
        }
      }
    }
  }

  void drop() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      drop(statement);
    }
  }

  private static void drop(Statement statement) throws SQLException {
    statement.execute("drop table if exists " + TABLE);
  }

  private String text(int row) {
    String number = Integer.toString(row);
    return ".".repeat(Math.max(0, textBytes - number.length())) + number;
  }

  /** Opens a connection that sends the queries. */
  RequestClient caller(long seed) throws SQLException {
    Connection connection = connect();
    PreparedStatement select =
        connection.prepareStatement("select body from " + TABLE + " where id = ?");
    SplittableRandom random = new SplittableRandom(seed);
    return new RequestClient() {
      @Override
      public void call() throws SQLException {
        int id = random.nextInt(rows);
        select.setInt(1, id);
        try (ResultSet row = select.executeQuery()) {
          if (!row.next() || row.getString(1).length() != textBytes) {
            throw new SQLException("row " + id + " is not what was written");
          }
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }
}
