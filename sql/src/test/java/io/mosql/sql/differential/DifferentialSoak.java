package io.mosql.sql.differential;

import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random queries and changes without end, new ones each time, compared with H2. Run by {@code
 * ./mvnw verify -Psoak -Dsoak=Differential -Dsoak.minutes=30}; see docs/sql/conformance.md.
 */
final class DifferentialSoak {
  private static final int QUERIES = 150;
  private static final int CHANGES = 60;
  private static final int SPILLED = 100;

  private final Totals totals = new Totals();
  private final long started = System.nanoTime();

  @Test
  void run() throws SQLException, IOException {
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(System.getProperty("soak.kind", "queries"), Long.parseLong(seed));
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/differential.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    for (int turn = 0; elapsed().compareTo(length) < 0; turn++) {
      String kind = List.of("queries", "spilled", "queries", "changes").get(turn % 4);
      long next = seeds.take(kind);
      try {
        play(kind, next);
      } catch (AssertionError | RuntimeException | SQLException e) {
        throw new AssertionError(
            "replay: ./mvnw verify -Psoak -Dsoak=Differential -Dsoak.kind="
                + kind
                + " -Dsoak.seed="
                + next,
            e);
      }
    }
    seeds.save();
    System.out.printf(
        "soak-differential of %s, %d minutes, differences 0:%n%s",
        LocalDate.now(ZoneOffset.UTC), length.toMinutes(), totals.toTable());
  }

  /** What one seed of a kind means. */
  private void play(String kind, long seed) throws SQLException {
    Differential differential = new Differential(seed);
    totals.add(
        kind,
        switch (kind) {
          case "changes" -> differential.changes(CHANGES);
          case "spilled" -> differential.spilled(SPILLED);
          default -> differential.queries(QUERIES, true);
        });
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
