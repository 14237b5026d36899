package io.mosql.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DatabaseMeterBinderTest {
  @Test
  void figuresThatComeLaterAreShownAndGoWithTheDatabase() {
    try (ServerMetrics metrics = new ServerMetrics()) {
      Source source = new Source();
      DatabaseMeterBinder meters = new DatabaseMeterBinder(source, metrics.registry());
      source.figures = Map.of("shop", Map.of("log.position", 3L));
      meters.refresh();
      source.figures = Map.of("shop", Map.of("log.position", 4L, "cluster.term", 7L));
      meters.refresh();
      assertThat(metrics.registry().scrape())
          .contains("mosql_position{database=\"shop\"} 4.0")
          .contains("mosql_cluster_term{database=\"shop\"} 7.0");
      source.figures = Map.of();
      meters.refresh();
      assertThat(metrics.registry().scrape()).doesNotContain("shop");
    }
  }

  private static final class Source implements ServerStatus {
    private Map<String, Map<String, Long>> figures = Map.of();

    @Override
    public @Nullable String notReadyReason() {
      return null;
    }

    @Override
    public Map<String, Map<String, Long>> metrics() {
      return figures;
    }

    @Override
    public Map<String, Long> sessions() {
      return Map.of();
    }
  }
}
