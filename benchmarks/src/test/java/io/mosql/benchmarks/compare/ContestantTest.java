package io.mosql.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ContestantTest {
  @Test
  void knownNamesHaveDefaults() {
    assertThat(Contestant.of("H2", Map.of()))
        .isEqualTo(new Contestant("h2", "jdbc:h2:file:{dir}/h2", null, null));
    Contestant server = Contestant.of("postgresql", Map.of());
    assertThat(server.url()).isEqualTo("jdbc:postgresql://127.0.0.1:5432/benchmarksql");
    assertThat(server.user()).isEqualTo("benchmarksql");
    assertThat(server.password()).isEqualTo("benchmarksql");
  }

  @Test
  void theEnvironmentOverridesThem() {
    Contestant server =
        Contestant.of(
            "mariadb",
            Map.of(
                "MOSQL_MARIADB_URL", "jdbc:mariadb://other/x",
                "MOSQL_MARIADB_USER", "u",
                "MOSQL_MARIADB_PASSWORD", "p"));
    assertThat(server).isEqualTo(new Contestant("mariadb", "jdbc:mariadb://other/x", "u", "p"));
  }

  @Test
  void urlsNameThemselves() {
    assertThat(Contestant.of("jdbc:derby:x", Map.of()).name()).isEqualTo("derby");
    assertThatThrownBy(() -> Contestant.of("oracle", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("oracle");
  }
}
