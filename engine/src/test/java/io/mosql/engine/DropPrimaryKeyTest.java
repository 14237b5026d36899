package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary key is dropped by its constraint's name; foreign keys stay enforced. */
class DropPrimaryKeyTest {
  private static final String BY_NAME = "alter table parent drop constraint parent_pkey";

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:drop-primary-key");
    statement = connection.createStatement();
    statement.execute("create table parent (a integer not null, b integer)");
    statement.execute("alter table parent add constraint parent_pkey primary key (a)");
    statement.execute("insert into parent values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("drop table if exists child");
    statement.execute("drop table parent");
    connection.close();
  }

  @Test
  void byNameLeavesRowsAndLetsKeysRepeat() throws SQLException {
    statement.execute(BY_NAME);
    statement.execute("insert into parent values (1, 11)");

    assertThat(number("select sum(b) from parent where a = 1")).isEqualTo(21);
    assertThatThrownBy(
            () -> statement.execute("alter table parent add constraint again primary key (a)"))
        .extracting("SQLState")
        .isEqualTo("23505");
  }

  @Test
  void isRefusedWhileAnotherTableReferencesIt() throws SQLException {
    statement.execute("create table child (a integer primary key references parent (a))");

    assertThatThrownBy(() -> statement.execute(BY_NAME)).extracting("SQLState").isEqualTo("2BP01");
  }

  @Test
  void cascadesToForeignKeys() throws SQLException {
    statement.execute("create table child (a integer primary key references parent (a))");
    statement.execute(BY_NAME + " cascade");
    statement.execute("insert into child values (99)");

    assertThat(number("select count(*) from child")).isEqualTo(1);
  }

  @Test
  void leavesForeignKeysOfItsTableAnIndexToFindRowsBy() throws SQLException {
    statement.execute(
        "create table child (a integer references parent (a), n integer, primary key (a, n))");
    statement.execute("insert into child values (1, 1)");
    statement.execute("alter table child drop constraint child_pkey");

    assertThat(statement.executeUpdate("delete from parent where a = 2")).isEqualTo(1);
    assertThatThrownBy(() -> statement.execute("delete from parent where a = 1"))
        .extracting("SQLState")
        .isEqualTo("23503");
  }

  private long number(String query) throws SQLException {
    try (Statement other = connection.createStatement();
        ResultSet rows = other.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
