package io.mosql.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class DatabaseTest {
  @Test
  void dialectsAreKnownByTheirUrl() {
    assertThat(Dialect.ofUrl("jdbc:mosql:mem:x")).isEqualTo(Dialect.MOSQL);
    assertThat(Dialect.ofUrl("jdbc:h2:mem:x")).isEqualTo(Dialect.H2);
    assertThat(Dialect.ofUrl("jdbc:postgresql://localhost/x")).isEqualTo(Dialect.POSTGRESQL);
    assertThat(Dialect.ofUrl("jdbc:mysql://localhost/x")).isEqualTo(Dialect.MARIADB);
    assertThat(Dialect.ofUrl("jdbc:duckdb:")).isEqualTo(Dialect.DUCKDB);
    assertThat(Dialect.ofUrl("jdbc:derby:x")).isEqualTo(Dialect.STANDARD);
  }

  @Test
  void embeddedDatabasesHaveADirectory() {
    assertThat(Dialect.MOSQL.dataDirectory("jdbc:mosql:file:/a/b?readOnly=true"))
        .contains(Path.of("/a/b"));
    assertThat(Dialect.H2.dataDirectory("jdbc:h2:file:/a/b/h2;MODE=PostgreSQL"))
        .contains(Path.of("/a/b"));
    assertThat(Dialect.DUCKDB.dataDirectory("jdbc:duckdb:/a/b/duckdb")).contains(Path.of("/a/b"));
    assertThat(Dialect.DUCKDB.dataDirectory("jdbc:duckdb:")).isEmpty();
    assertThat(Dialect.DUCKDB.dataDirectory("jdbc:duckdb::memory:")).isEmpty();
    assertThat(Dialect.MOSQL.dataDirectory("jdbc:mosql:mem:x")).isEmpty();
    assertThat(Dialect.POSTGRESQL.dataDirectory("jdbc:postgresql://localhost/x")).isEmpty();
  }

  @Test
  void passwordsInUrlsAreNotShown() {
    assertThat(Database.of("jdbc:x://h/d?user=u&password=secret&a=b", null, null).displayUrl())
        .isEqualTo("jdbc:x://h/d?user=u&password=***&a=b");
  }

  @Test
  void connectionsHaveTheLevelThatIsAskedFor() throws SQLException {
    Database database = Database.of("jdbc:h2:mem:", null, null);
    for (IsolationOption level : IsolationOption.values()) {
      try (Connection connection = database.at(level).open()) {
        assertThat(IsolationOption.describe(connection.getTransactionIsolation()))
            .isEqualTo(level.toString().replace('-', ' '));
        assertThat(IsolationOption.of(level.toString())).isEqualTo(level);
      }
    }
    assertThatThrownBy(() -> IsolationOption.of("snapshot"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("snapshot");
  }
}
