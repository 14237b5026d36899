package io.mosql.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OutageDurationsTest {
  @Test
  void aPercentileIsTheLeastThatSoManyDoNotExceed() {
    OutageDurations gaps = new OutageDurations();
    for (int i = 100; i > 0; i--) {
      gaps.add(Duration.ofMillis(10L * i));
    }
    assertThat(gaps.percentile(50)).isEqualTo(Duration.ofMillis(500));
    assertThat(gaps.percentile(95)).isEqualTo(Duration.ofMillis(950));
    assertThat(gaps.percentile(100)).isEqualTo(Duration.ofSeconds(1));
    assertThat(gaps)
        .hasToString("100 failovers, p50 0.50 s, p95 0.95 s, p99 0.99 s, longest 1.00 s");
    assertThat(gaps.toRow("cut")).isEqualTo("| cut | 100 | 0.50 s | 0.99 s | 1.00 s |");
  }

  @Test
  void oneIsAllOfThem() {
    OutageDurations gaps = new OutageDurations();
    gaps.add(Duration.ofMillis(7));
    assertThat(gaps.percentile(1)).isEqualTo(gaps.percentile(100)).isEqualTo(Duration.ofMillis(7));
  }
}
