package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A text whose index key does not contain its case is read from the row, and that read is
 * validated; a change to another text with the same key is a conflict as well.
 */
final class CollationConflictsTest {
  private static final String URL = "jdbc:mosql:mem:collation-conflicts";

  /** Reads of a row whose text another transaction changes to upper case. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select name from t where name = 'ANNA'",
        "select name from t where code = 'X'",
        "select code from t where name = 'ANNA'",
        "select max(name) from t",
        "select count(*) from t where name collate \"C\" = 'anna'",
        "select name from t where name > 'a' order by name limit 1"
      })
  void aReaderOfTheCaseConflictsWithItsChange(String read) throws SQLException {
    try (Connection reader = DriverManager.getConnection(URL);
        Connection writer = DriverManager.getConnection(URL);
        Statement reading = reader.createStatement();
        Statement writing = writer.createStatement()) {
      create(writing);
      reader.setAutoCommit(false);
      consume(reading, read);
      writing.execute("update t set name = 'ANNA', code = 'X' where id = 1");
      reading.execute("insert into log values (1)");
      assertThatThrownBy(reader::commit)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      reader.rollback();
      writing.execute("shutdown");
    }
  }

  @Test
  void aNewTextConflictsWithALookupInAnotherCase() throws SQLException {
    try (Connection reader = DriverManager.getConnection(URL);
        Connection writer = DriverManager.getConnection(URL);
        Statement reading = reader.createStatement();
        Statement writing = writer.createStatement()) {
      create(writing);
      reader.setAutoCommit(false);
      consume(reading, "select name from t where name = 'BERT'");
      writing.execute("insert into t values ('bert', 2, 'y')");
      reading.execute("insert into log values (1)");
      assertThatThrownBy(reader::commit)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      reader.rollback();
      writing.execute("shutdown");
    }
  }

  @Test
  void oneOfTwoInsertsOfATextInDifferentCasesFails() throws SQLException {
    try (Connection one = DriverManager.getConnection(URL);
        Connection other = DriverManager.getConnection(URL);
        Statement first = one.createStatement();
        Statement second = other.createStatement()) {
      create(first);
      one.setAutoCommit(false);
      first.execute("insert into t values ('carl', 3, 'z')");
      one.commit();
      assertThatThrownBy(() -> second.execute("insert into t values ('CARL', 4, 'w')"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      one.setAutoCommit(true);
      first.execute("shutdown");
    }
  }

  private static void create(Statement statement) throws SQLException {
    statement.execute(
        "create table t (name varchar(10) collate nocase primary key, id int, code citext unique)");
    statement.execute("create table log (n int)");
    statement.execute("insert into t values ('anna', 1, 'x')");
  }

  private static void consume(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        assertThat(rows.getObject(1)).isNotNull();
      }
    }
  }
}
