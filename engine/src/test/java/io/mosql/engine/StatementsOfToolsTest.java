package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools send over JDBC and scripts cannot show. */
final class StatementsOfToolsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:statements-of-tools");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  /** As with PostgreSQL's driver: no result set, no rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "  ", "-- nothing", "/* nothing */", ";", "; -- a\n ; /* b */"})
  void textsWithoutAStatementDoNothing(String text) throws SQLException {
    assertThat(statement.execute(text)).isFalse();
    assertThat(statement.getUpdateCount()).isZero();
    assertThat(statement.executeUpdate(text)).isZero();
    try (PreparedStatement prepared = connection.prepareStatement(text)) {
      assertThat(prepared.getParameterMetaData().getParameterCount()).isZero();
      assertThat(prepared.execute()).isFalse();
      assertThat(prepared.executeUpdate()).isZero();
    }
    connection.setAutoCommit(false);
    assertThat(statement.execute(text)).isFalse();
    connection.commit();
  }
}
