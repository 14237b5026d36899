package io.mosql.sql.differential;

import io.mosql.testkit.Rotation;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random queries of the kinds that the planner rewrites, conditions that must mean the same
 * wherever they stand, and aggregations in batches, of which a run plays a sample; {@link
 * DifferentialSoak} plays others.
 */
final class PlannerDifferentialTest {
  private static final int PLANNED = 300;
  private static final int LOGIC = 150;
  private static final int BATCHES = 200;

  static List<Long> seeds() {
    return Rotation.seeds(1, 6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void plansOfEachKindAnswerAlike(long seed) throws SQLException {
    new Differential(seed).planned(Rotation.size(PLANNED / 3, PLANNED), false);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsArePartitionedByConditions(long seed) throws SQLException {
    new Differential(seed)
        .logic(LogicOracles.Oracle.PARTITION, Rotation.size(LOGIC / 3, LOGIC), false);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void conditionsCountAsTheySelect(long seed) throws SQLException {
    new Differential(seed).logic(LogicOracles.Oracle.NOREC, Rotation.size(LOGIC / 3, LOGIC), false);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsAreFoundByWhatTheyAre(long seed) throws SQLException {
    new Differential(seed).logic(LogicOracles.Oracle.PIVOT, Rotation.size(LOGIC / 3, LOGIC), false);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void batchesAnswerAsRows(long seed) throws SQLException {
    new Differential(seed).batches(Rotation.size(BATCHES / 4, BATCHES));
  }
}
