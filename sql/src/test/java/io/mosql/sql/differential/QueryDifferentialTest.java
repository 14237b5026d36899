package io.mosql.sql.differential;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 5,000 random queries and some changes, always the same; {@link DifferentialSoak} plays others.
 */
final class QueryDifferentialTest {
  private static final int QUERIES = 500;
  private static final int SPILLED = 100;
  private static final int CHANGES = 30;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void answersAreAlike(long seed) throws SQLException {
    new Differential(seed).queries(QUERIES, false);
  }

  @ParameterizedTest
  @ValueSource(longs = {14, 15})
  void answersAreAlikeWithLittleMemory(long seed) throws SQLException {
    new Differential(seed).spilled(SPILLED);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void changesAreAlike(long seed) throws SQLException {
    new Differential(seed).changes(CHANGES);
  }
}
