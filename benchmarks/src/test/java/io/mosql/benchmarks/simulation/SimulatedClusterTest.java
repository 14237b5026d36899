package io.mosql.benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulatedClusterTest {
  private static final int TERMINALS = 16;
  private static final int NODES = 6;
  private static final double NANOS_PER_SECOND = 1e9;

  @ParameterizedTest
  @CsvSource({"0, 100, 1", "0.1, 100, 2", "0.5, 3, 3", "1, 1, 4"})
  void nothingIsLostOrMadeUp(double share, int hotRows, long seed) {
    SimulatedCluster cluster = new SimulatedCluster(shape(NODES, 1, share, hotRows, seed));
    SimulationResult outcome = cluster.run();
    SimulationStatistics books = cluster.books();
    long terminals = (long) NODES * TERMINALS;
    assertThat(outcome.perSecond()).isPositive();
    assertThat(books.begun())
        .as("each terminal is within one transaction")
        .isEqualTo(books.endedLocal() + books.endedCross() + terminals);
    // A transaction with a response has all its parts prepared; decisions follow, of at most these
    // parts.
    assertThat(books.preparedParts())
        .isBetween(2 * books.endedCross(), 2 * (books.endedCross() + terminals));
    assertThat(books.decidedParts()).isLessThanOrEqualTo(books.preparedParts());
    assertThat(books.endedCross() > 0).isEqualTo(share > 0);
  }

  /** Little's law: transactions in the system equal the arrival rate times the response time. */
  @ParameterizedTest
  @CsvSource({"0, 100", "0.3, 100", "0.3, 5"})
  void whoIsInsideComesFromRateAndTime(double share, int hotRows) {
    SimulatedCluster cluster = new SimulatedCluster(shape(NODES, 1, share, hotRows, 9));
    SimulationResult outcome = cluster.run();
    double local = outcome.perSecond() - outcome.crossPerSecond();
    double inside =
        (local * cluster.books().local().getMean()
                + outcome.crossPerSecond() * cluster.books().cross().getMean())
            / NANOS_PER_SECOND;
    assertThat(inside).isCloseTo(NODES * TERMINALS, Percentage.withPercentage(3));
  }

  @Test
  void aSeedFixesARun() {
    SimulationConfig shape = shape(NODES, 1, 0.2, 20, 5);
    assertThat(new SimulatedCluster(shape).run()).isEqualTo(new SimulatedCluster(shape).run());
    assertThat(new SimulatedCluster(shape(NODES, 1, 0.2, 20, 6)).run().perSecond())
        .isNotEqualTo(new SimulatedCluster(shape).run().perSecond());
  }

  @Test
  void whatSharesNothingGrowsWithItsNodes() {
    double six = new SimulatedCluster(shape(6, 1, 0, 100, 1)).run().perSecond();
    double twelve = new SimulatedCluster(shape(12, 1, 0, 100, 1)).run().perSecond();
    double oneGroup = new SimulatedCluster(shape(6, 0, 0, 100, 1)).run().perSecond();
    assertThat(twelve / six).isCloseTo(2, Percentage.withPercentage(3));
    assertThat(oneGroup).isLessThan(six / 3);
  }

  @Test
  void crossingCostsThroughputAndTime() {
    SimulationResult none = new SimulatedCluster(shape(NODES, 1, 0, 100, 1)).run();
    SimulationResult half = new SimulatedCluster(shape(NODES, 1, 0.5, 100, 1)).run();
    SimulationResult halfOnFewRows = new SimulatedCluster(shape(NODES, 1, 0.5, 2, 1)).run();
    assertThat(half.perSecond()).isLessThan(none.perSecond());
    assertThat(half.cross().p50()).isGreaterThan(none.local().p50());
    assertThat(halfOnFewRows.perSecond()).isLessThan(half.perSecond() / 2);
  }

  /** Sum of the network delays: lock round trips, prepare, majority, votes. */
  @Test
  void anUndisturbedCrossingTakesTheDelaysOfItsProtocol() {
    long delay = 50_000_000;
    int delays = 2 * ServiceTimes.REMOTE_ROUND_TRIPS + 1 + 2 + 1;
    SimulationResult outcome =
        new SimulatedCluster(
                new SimulationConfig(2, 1, 2, 2, false, 1, 1, 2, delay, 1_000, 20_000_000_000L, 1))
            .run();
    double least = delays * delay / 1e6;
    assertThat(outcome.cross().p50()).isGreaterThan(least);
    // At most one record of the previous transaction is in flight in each log.
    assertThat(outcome.cross().p50()).isLessThan(least + 2.2 * delay / 1e6);
  }

  @Test
  void shapesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> shape(0, 1, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> shape(1, 1, 1.1, 1, 1)).hasMessageContaining("share");
    assertThatThrownBy(() -> shape(1, 1, 0, 0, 1)).hasMessageContaining("hot rows");
  }

  private static SimulationConfig shape(
      int nodes, int partitionsPerNode, double share, int hotRows, long seed) {
    return new SimulationConfig(
        nodes,
        partitionsPerNode,
        3,
        2,
        false,
        TERMINALS,
        share,
        2,
        100_000,
        hotRows,
        2_000_000_000,
        seed);
  }
}
