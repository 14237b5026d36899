package io.mosql.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.testcontainers.jdbc.ContainerDatabaseDriver;

/** Tests of the URLs of Testcontainers, on a machine with or without Docker. */
final class MosqlContainerTest {
  @Test
  void urlMakesADatabase() throws SQLException {
    String url = "jdbc:tc:mosql:///shop?TC_DAEMON=true";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key)");
    }
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet rows = connection.createStatement().executeQuery("select count(*) from t")) {
      assertThat(rows.next()).isTrue();
    }
    ContainerDatabaseDriver.killContainer(url);
  }

  @Test
  void scriptOfUrl() throws SQLException {
    String url = "jdbc:tc:mosql:///other?TC_INITSCRIPT=io/mosql/junit/tables.sql";
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet rows = connection.createStatement().executeQuery("select count(*) from owner")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(2);
    }
  }

  @Test
  void containerAsAnObject() throws SQLException {
    String url;
    try (MosqlContainer container = new MosqlContainer()) {
      container.start();
      url = container.getJdbcUrl();
      try (Connection connection = container.createConnection("")) {
        assertThat(connection.isValid(1)).isTrue();
      }
    }
    assertThat(url).startsWith("jdbc:mosql:mem:");
    assertThatThrownBy(() -> new MosqlContainer().getJdbcUrl())
        .isInstanceOf(IllegalStateException.class);
  }
}
