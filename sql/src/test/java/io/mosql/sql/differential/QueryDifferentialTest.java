package io.mosql.sql.differential;

import io.mosql.testkit.Rotation;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 5,000 random queries and some changes, of which a run plays a sample; {@link DifferentialSoak}
 * plays others.
 */
final class QueryDifferentialTest {
  private static final int QUERIES = 500;
  private static final int SPILLED = 100;
  private static final int CHANGES = 30;

  static List<Long> queries() {
    return Rotation.seeds(1, 10);
  }

  static List<Long> spilled() {
    return Rotation.sample(List.of(14L, 15L), 1);
  }

  static List<Long> changes() {
    return Rotation.sample(List.of(11L, 12L, 13L), 1);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void answersAreAlike(long seed) throws SQLException {
    new Differential(seed).queries(QUERIES, false);
  }

  @ParameterizedTest
  @MethodSource("spilled")
  void answersAreAlikeWithLittleMemory(long seed) throws SQLException {
    new Differential(seed).spilled(Rotation.size(SPILLED / 4, SPILLED));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void changesAreAlike(long seed) throws SQLException {
    new Differential(seed).changes(Rotation.size(CHANGES / 6, CHANGES));
  }
}
