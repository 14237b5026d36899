package com.example.remote;

import io.mosql.jdbc.MosqlDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Queries a server by a URL and by a data source. Arguments: URL, user, password. */
public final class Remote {
  private Remote() {}

  public static void main(String[] args) throws SQLException {
    Properties account = new Properties();
    account.setProperty("user", args[1]);
    account.setProperty("password", args[2]);
    try (Connection connection = DriverManager.getConnection(args[0], account)) {
      query(connection);
    }
    MosqlDataSource source = new MosqlDataSource();
    source.setUrl(args[0]);
    source.setUser(args[1]);
    source.setPassword(args[2]);
    try (Connection connection = source.getConnection()) {
      query(connection);
    }
  }

  private static void query(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*), 'caf\u00e9' from generate_series(1, 500)")) {
      rows.next();
      System.out.println(rows.getInt(1) + " " + rows.getString(2).length());
    }
  }
}
