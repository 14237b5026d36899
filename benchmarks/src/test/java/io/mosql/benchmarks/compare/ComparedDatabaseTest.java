package io.mosql.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparedDatabaseTest {
  @Test
  void knownNamesHaveDefaults() {
    assertThat(ComparedDatabase.of("H2", Map.of()))
        .isEqualTo(new ComparedDatabase("h2", "jdbc:h2:file:{dir}/h2", null, null));
    ComparedDatabase server = ComparedDatabase.of("postgresql", Map.of());
    assertThat(server.url()).isEqualTo("jdbc:postgresql://127.0.0.1:5432/benchmarksql");
    assertThat(server.user()).isEqualTo("benchmarksql");
    assertThat(server.password()).isEqualTo("benchmarksql");
  }

  @Test
  void theEnvironmentOverridesThem() {
    ComparedDatabase server =
        ComparedDatabase.of(
            "mariadb",
            Map.of(
                "MOSQL_MARIADB_URL", "jdbc:mariadb://other/x",
                "MOSQL_MARIADB_USER", "u",
                "MOSQL_MARIADB_PASSWORD", "p"));
    assertThat(server)
        .isEqualTo(new ComparedDatabase("mariadb", "jdbc:mariadb://other/x", "u", "p"));
  }

  @Test
  void urlsNameThemselves() {
    assertThat(ComparedDatabase.of("jdbc:derby:x", Map.of()).name()).isEqualTo("derby");
    assertThatThrownBy(() -> ComparedDatabase.of("oracle", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("oracle");
  }
}
