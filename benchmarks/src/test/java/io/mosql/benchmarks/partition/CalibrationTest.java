package io.mosql.benchmarks.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What was measured comes out again: rates within 15 %, commits per fdatasync within 60 %. */
final class CalibrationTest {
  @Test
  void simulatedFiguresAreNearTheMeasuredOnes() {
    List<Calibration> all = Calibration.all();
    assertThat(all).hasSize(9);
    for (Calibration line : all) {
      double tolerance = line.what().contains("fdatasync") ? 1.6 : 1.15;
      assertThat(line.simulated() / line.measured())
          .as(line.line())
          .isBetween(1 / tolerance, tolerance);
    }
  }

  @Test
  void theWorkOfATransactionIsItsSessionsAndItsCertifiers() {
    for (Kind kind : Kind.values()) {
      long certified = kind.judging() + kind.applying();
      assertThat(certified > 0).isEqualTo(kind.writes());
      assertThat(kind.executing()).isPositive();
      assertThat(kind.applying()).isGreaterThanOrEqualTo(kind.judging());
    }
  }
}
