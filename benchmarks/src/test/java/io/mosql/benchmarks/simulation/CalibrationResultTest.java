package io.mosql.benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Test that the simulation reproduces the measurements: rates within 15 %, commits per fdatasync
 * within 60 %.
 */
final class CalibrationResultTest {
  @Test
  void simulatedFiguresAreNearTheMeasuredOnes() {
    List<CalibrationResult> all = CalibrationResult.all();
    assertThat(all).hasSize(9);
    for (CalibrationResult line : all) {
      double tolerance = line.what().contains("fdatasync") ? 1.6 : 1.15;
      assertThat(line.simulated() / line.measured())
          .as(line.line())
          .isBetween(1 / tolerance, tolerance);
    }
  }
}
