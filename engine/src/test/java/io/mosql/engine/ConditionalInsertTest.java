package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The statement {@code INSERT .. SELECT ?, ? WHERE NOT EXISTS (..)}, as common in applications. */
final class ConditionalInsertTest {
  private static final String INSERT =
      "INSERT INTO t SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM t WHERE name = ?)";

  @Test
  void parametersTakeTheTypesOfTheColumns() throws SQLException {
    try (Connection connection = open("conditional")) {
      assertThat(insert(connection, 1, "a")).isEqualTo(1);
      assertThat(insert(connection, 2, "a")).isZero();
      assertThat(insert(connection, 2, "b")).isEqualTo(1);
      try (PreparedStatement count =
          connection.prepareStatement("SELECT count(*), max(?) WHERE ? > 3")) {
        count.setInt(1, 8);
        count.setInt(2, 4);
        assertThat(row(count)).isEqualTo("1 8");
        count.setInt(2, 3);
        assertThat(row(count)).isEqualTo("0 null");
      }
    }
  }

  @Test
  void whatTheConditionReadIsCertified() throws SQLException {
    try (Connection first = open("certified");
        Connection second = DriverManager.getConnection("jdbc:mosql:mem:certified")) {
      first.setAutoCommit(false);
      second.setAutoCommit(false);
      assertThat(insert(first, 1, "a")).isEqualTo(1);
      assertThat(insert(second, 2, "a")).isEqualTo(1);
      first.commit();
      assertThatThrownBy(second::commit)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      second.rollback();
      assertThat(insert(second, 2, "a")).isZero();
    }
  }

  private static Connection open(String name) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:mosql:mem:" + name);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(10))");
    }
    return connection;
  }

  private static int insert(Connection connection, int id, String name) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setInt(1, id);
      insert.setString(2, name);
      insert.setString(3, name);
      return insert.executeUpdate();
    }
  }

  private static String row(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1) + " " + rows.getString(2);
    }
  }
}
