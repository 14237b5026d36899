package io.mosql.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some thousand calls with fixed seeds; {@link FuzzSoak} uses random seeds. */
final class FunctionFuzzTest {
  private static final int CALLS = 1_000;

  @ParameterizedTest
  @ValueSource(longs = {1})
  void valuesOrErrors(long seed) throws SQLException, IOException {
    try (FunctionFuzz fuzz = new FunctionFuzz(seed)) {
      fuzz.play(CALLS);
      assertThat(fuzz.problems()).isEmpty();
      assertThat(fuzz.answered()).isGreaterThan(CALLS / 8);
    }
  }
}
