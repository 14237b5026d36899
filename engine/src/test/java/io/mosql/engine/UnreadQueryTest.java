package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The effects of a query on sequences are complete after its execution, even if its rows are not
 * fetched.
 */
class UnreadQueryTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:unread");
    statement = connection.createStatement();
    statement.execute("create table t (id integer primary key)");
    statement.execute("insert into t values (7), (30000), (12)");
    statement.execute("create sequence q");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("drop table t");
    statement.execute("drop sequence q");
    connection.close();
  }

  @Test
  void setvalTakesEffectWithoutAFetch() throws SQLException {
    statement.execute("select setval('q', (select max(id) from t))");

    assertThat(nextOfQ()).isEqualTo(30001);
  }

  @Test
  void nextvalOfEveryRowIsDrawnWithoutAFetch() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("select nextval('q') from t")) {
      query.execute();
    }

    assertThat(nextOfQ()).isEqualTo(4);
  }

  @Test
  void rowsAreThereToBeFetchedAndDrawNothingAgain() throws SQLException {
    try (ResultSet rows = statement.executeQuery("select nextval('q'), id from t order by id")) {
      for (int id : new int[] {7, 12, 30000}) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(2)).isEqualTo(id);
      }
      assertThat(rows.next()).isFalse();
    }

    assertThat(nextOfQ()).isEqualTo(4);
  }

  private long nextOfQ() throws SQLException {
    try (Statement other = connection.createStatement();
        ResultSet rows = other.executeQuery("select nextval('q')")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
