package io.mosql.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Gauges of the figures of {@code SHOW STATUS}, such as {@code mosql.log.commits}. One query reads
 * all of them, at most once a second. A figure that cannot be read is NaN.
 */
final class MosqlMetrics implements MeterBinder {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final DataSource database;
  private Map<String, Double> figures = Map.of();
  private long readNanos;

  MosqlMetrics(DataSource database) {
    this.database = database;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String name : read().keySet()) {
      Gauge.builder("mosql." + name, () -> figure(name))
          .description("SHOW STATUS of the database")
          .register(registry);
    }
  }

  private synchronized double figure(String name) {
    if (figures.isEmpty() || System.nanoTime() - readNanos > FRESH_NANOS) {
      figures = read();
      readNanos = System.nanoTime();
    }
    return figures.getOrDefault(name, Double.NaN);
  }

  private Map<String, Double> read() {
    Map<String, Double> all = new HashMap<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW STATUS")) {
      while (rows.next()) {
        try {
          all.put(rows.getString(1), Double.valueOf(rows.getString(2)));
        } catch (NumberFormatException e) {
          // A figure that is a text.
        }
      }
      return all;
    } catch (SQLException e) {
      return Map.of();
    }
  }
}
