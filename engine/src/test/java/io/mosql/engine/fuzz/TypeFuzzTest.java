package io.mosql.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some hundred queries with fixed seeds; {@link FuzzSoak} uses random seeds. */
final class TypeFuzzTest {
  private static final int QUERIES = 80;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void rowsFitTheirMetadata(long seed) throws SQLException {
    try (TypeFuzz fuzz = new TypeFuzz(seed)) {
      fuzz.play(QUERIES);
      assertThat(fuzz.problems()).isEmpty();
      assertThat(fuzz.answered()).isGreaterThan(QUERIES / 2);
    }
  }
}
