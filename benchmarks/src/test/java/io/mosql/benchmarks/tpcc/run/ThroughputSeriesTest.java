package io.mosql.benchmarks.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ThroughputSeriesTest {
  @Test
  void eventsCountForTheirSecond() {
    ThroughputSeries series = new ThroughputSeries();
    series.record(10_000_000L, true, 10_000_000L);
    series.record(999_999_999L, false, 2_000_000L);
    series.record(2_500_000_000L, true, 1_500_000_001L);
    ThroughputSeries other = new ThroughputSeries();
    other.record(300_500_000_000L, true, 5_000_000L);
    other.record(100L, false, 30_000_000L);
    series.add(other);
    assertThat(series.seconds()).isEqualTo(301);
    assertThat(series.at(0)).isEqualTo(new ThroughputSeries.Second(1, 3, 30.0));
    assertThat(series.at(1)).isEqualTo(new ThroughputSeries.Second(0, 0, 0));
    assertThat(series.at(2).longestGapMs()).isEqualTo(1500.000001);
    assertThat(series.at(300).newOrders()).isEqualTo(1);
  }
}
