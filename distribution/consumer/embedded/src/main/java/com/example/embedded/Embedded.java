package com.example.embedded;

import io.mosql.jdbc.MosqlDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Uses a database in memory by a URL, and one in files (the argument) by a data source. */
public final class Embedded {
  private Embedded() {}

  public static void main(String[] args) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:shop")) {
      use(connection);
    }
    MosqlDataSource source = new MosqlDataSource();
    source.setUrl("jdbc:mosql:file:" + args[0]);
    try (Connection connection = source.getConnection()) {
      use(connection);
    }
  }

  private static void use(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table customer (id int primary key, name varchar(20))");
      statement.execute(
          "create table item (customer int references customer (id), price decimal(10,2))");
      statement.execute("insert into customer values (1, 'Ada'), (2, 'Alan')");
    }
    try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?)")) {
      for (int i = 0; i < 10; i++) {
        insert.setInt(1, 1 + i % 2);
        insert.setBigDecimal(2, new BigDecimal(i + ".50"));
        insert.addBatch();
      }
      insert.executeBatch();
    }
    // A join and a sum: the planner generates code, and loads classes by their names.
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select name, sum(price) from customer join item on customer.id = item.customer"
                    + " group by name order by name")) {
      while (rows.next()) {
        System.out.println(rows.getString(1) + " " + rows.getBigDecimal(2));
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
  }
}
