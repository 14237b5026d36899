package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases in memory that begin with the contents of another one. */
class TemplateDatabasesTest {
  private static final String BASE = "jdbc:mosql:mem:template-base";
  private static final String COPY = "jdbc:mosql:mem:template-copy";
  private static final String FROM_BASE = COPY + "?template=template-base";

  private final List<Connection> connections = new ArrayList<>();
  private Connection base;

  @BeforeEach
  void createBase() throws SQLException {
    base = connect(BASE);
    execute(base, "create table owner (id int generated always as identity primary key, n text)");
    execute(base, "create table pet (id int primary key, owner int references owner, n text)");
    execute(base, "create index pet_name on pet (n)");
    execute(base, "create sequence s start 100");
    execute(base, "insert into owner (n) values ('Ada'), ('Grace')");
    execute(base, "insert into pet values (1, 1, 'Rex'), (2, 2, 'Tom')");
    query(base, "select nextval('s')");
  }

  @AfterEach
  void shutDown() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
    for (String url : List.of(BASE, COPY)) {
      execute(connect(url), "shutdown");
    }
  }

  private Connection connect(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connections.add(connection);
    return connection;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return String.join(" ", all);
    }
  }

  private void refused(String url, String state) {
    assertThatThrownBy(() -> connect(url))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void copyAndTemplateChangeApart() throws SQLException {
    Connection copy = connect(FROM_BASE);
    assertThat(query(copy, "select n from pet where n > 'S'")).isEqualTo("Tom");
    execute(copy, "delete from pet where id = 1");
    execute(copy, "alter table pet add column age int default 3");
    execute(base, "insert into pet values (3, 1, 'Mia')");
    execute(base, "drop index pet_name");
    assertThat(query(copy, "select n from pet order by id")).isEqualTo("Tom");
    assertThat(query(copy, "select age from pet")).isEqualTo("3");
    assertThat(query(base, "select n from pet order by id")).isEqualTo("Rex Tom Mia");
    execute(copy, "create table more (id int primary key)");
    execute(base, "create table other (id int primary key, t text)");
    execute(copy, "insert into more values (1)");
    execute(base, "insert into other values (7, 'x')");
    assertThat(query(copy, "select id from more")).isEqualTo("1");
    assertThat(query(base, "select id from other")).isEqualTo("7");
  }

  @Test
  void sequencesGoOnWhereTheTemplateIs() throws SQLException {
    Connection copy = connect(FROM_BASE);
    for (Connection each : List.of(copy, base)) {
      assertThat(query(each, "insert into owner (n) values ('Linus') returning id")).isEqualTo("3");
      assertThat(query(each, "select nextval('s')")).isEqualTo("101");
    }
  }

  @Test
  void copyHasTheConstraintsAndTheCertifierOfADatabase() throws SQLException {
    Connection copy = connect(FROM_BASE);
    assertThatThrownBy(() -> execute(copy, "insert into pet values (9, 9, 'Nil')"))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("23503");
    Connection other = connect(COPY);
    copy.setAutoCommit(false);
    execute(copy, "update pet set n = (select n from owner where id = 1) where id = 1");
    execute(other, "update owner set n = 'Eve' where id = 1");
    assertThatThrownBy(copy::commit)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("40001");
  }

  @Test
  void onlyCommittedRowsAreCopied() throws SQLException {
    base.setAutoCommit(false);
    execute(base, "insert into pet values (4, 1, 'Ghost')");
    execute(base, "create temporary table scratch (id int)");
    Connection copy = connect(FROM_BASE);
    base.commit();
    assertThat(query(copy, "select count(*) from pet")).isEqualTo("2");
    assertThatThrownBy(() -> query(copy, "select * from scratch"))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42P01");
  }

  @Test
  void copyOutlivesItsTemplate() throws SQLException {
    Connection copy = connect(FROM_BASE);
    execute(base, "shutdown");
    execute(copy, "insert into pet values (5, 2, 'Kit')");
    assertThat(query(copy, "select count(*) from pet join owner on owner.id = pet.owner"))
        .isEqualTo("3");
  }

  @Test
  void copyOfACopy() throws SQLException {
    execute(connect(FROM_BASE), "insert into pet values (6, 2, 'Zoe')");
    String second = "jdbc:mosql:mem:template-second";
    Connection copy = connect(second + "?template=template-copy");
    assertThat(query(copy, "select max(n) from pet")).isEqualTo("Zoe");
    execute(copy, "shutdown");
  }

  @Test
  void templateMustBeOpenInMemoryAndTheSame(@TempDir Path directory) throws SQLException {
    refused(COPY + "?template=nothing", "3D000");
    refused("jdbc:mosql:file:" + directory.resolve("db") + "?template=template-base", "0A000");
    connect(FROM_BASE);
    connect(FROM_BASE);
    refused(COPY + "?template=template-copy", "08004");
    refused("jdbc:mosql://127.0.0.1:1/x?template=template-base", "08001");
  }

  @Test
  void templateWithPreparedTransactionsIsInUse() throws SQLException {
    base.setAutoCommit(false);
    execute(base, "insert into pet values (7, 1, 'Bo')");
    execute(base, "prepare transaction 'p'");
    base.setAutoCommit(true);
    refused(FROM_BASE, "55006");
    execute(base, "rollback prepared 'p'");
    assertThat(query(connect(FROM_BASE), "select count(*) from pet")).isEqualTo("2");
  }
}
