package io.mosql.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random queries and changes without end, new ones each time, compared with H2, and with PostgreSQL
 * if {@code -Dpostgres.url} names one. Run by {@code ./mvnw verify -Psoak -Dsoak=Differential
 * -Dsoak.minutes=30}; see docs/sql/conformance.md.
 */
final class DifferentialSoak {
  private static final int QUERIES = 150;
  private static final int CHANGES = 60;
  private static final int SPILLED = 100;

  private static final int PLANNED = 150;
  private static final int LOGIC = 100;
  private static final int BATCHES = 150;

  private static final List<String> KINDS =
      List.of(
          "queries",
          "planned",
          "partition",
          "spilled",
          "planned",
          "norec",
          "changes",
          "planned",
          "pivot",
          "batches");

  /** Seeds with differences, after which the run ends early. */
  private static final int FAILURES_MAX = 20;

  private final List<String> failures = new ArrayList<>();
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
    for (int turn = 0; elapsed().compareTo(length) < 0 && failures.size() < FAILURES_MAX; turn++) {
      String kind = KINDS.get(turn % KINDS.size());
      long next = seeds.take(kind);
      try {
        play(kind, next);
      } catch (AssertionError | RuntimeException | SQLException e) {
        failures.add(
            "replay: ./mvnw verify -Psoak -Dsoak=Differential -Dsoak.kind="
                + kind
                + " -Dsoak.seed="
                + next
                + "\n"
                + e);
      }
    }
    System.out.printf(
        "soak-differential of %s, %d minutes, seeds with differences %d:%n%s",
        LocalDate.now(ZoneOffset.UTC), length.toMinutes(), failures.size(), totals.toTable());
    assertThat(failures).isEmpty();
    seeds.save();
  }

  /** What one seed of a kind means. */
  private void play(String kind, long seed) throws SQLException {
    Differential differential = new Differential(seed);
    totals.add(
        kind,
        switch (kind) {
          case "changes" -> differential.changes(CHANGES);
          case "spilled" -> differential.spilled(SPILLED);
          case "planned" -> differential.planned(PLANNED, true);
          case "partition" -> differential.logic(LogicOracles.Oracle.PARTITION, LOGIC, true);
          case "batches" -> differential.batches(BATCHES);
          case "norec" -> differential.logic(LogicOracles.Oracle.NOREC, LOGIC, true);
          case "pivot" -> differential.logic(LogicOracles.Oracle.PIVOT, LOGIC, true);
          default -> differential.queries(QUERIES, true);
        });
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
