package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches of a connection in autocommit mode whose transaction was begun by BEGIN. */
final class JdbcBatchTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:jdbc-batch");
    statement = connection.createStatement();
    statement.execute("create table t (id int primary key)");
    statement.execute("begin");
    statement.executeUpdate("insert into t values (1)");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  private int rows() throws SQLException {
    try (ResultSet rows = statement.executeQuery("select count(*) from t")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private void failsAfterOne(Statement batch) throws SQLException {
    assertThatThrownBy(batch::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).containsExactly(1));
    assertThat(rows()).isEqualTo(2);
    statement.execute("rollback");
    assertThat(rows()).isZero();
  }

  @Test
  void preparedTuplesBeforeAFailureStayInIt() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
      for (int id : new int[] {2, 1, 3}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      failsAfterOne(insert);
    }
  }

  @Test
  void statementsBeforeAFailureStayInIt() throws SQLException {
    for (int id : new int[] {2, 1, 3}) {
      statement.addBatch("insert into t values (" + id + ")");
    }
    failsAfterOne(statement);
  }

  @Test
  void aBatchDoesNotCommitIt() throws SQLException {
    statement.addBatch("insert into t values (2)");
    statement.addBatch("insert into t values (3)");
    assertThat(statement.executeBatch()).containsExactly(1, 1);
    statement.execute("rollback");
    assertThat(rows()).isZero();
  }
}
