package io.mosql.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Random statements over JSONB, compared with PostgreSQL text by text. Run by {@code ./mvnw verify
 * -Psoak -Dsoak=Jsonb}, as {@link PostgresSoak}; {@code -Dsoak.jsonb.seed} plays one seed alone.
 */
final class JsonbSoak {
  private static final int STATEMENTS = 2_000;
  private static final int TIMEOUT_SECONDS = 20;
  private static final int UNEXPLAINED_MAX = 100;

  private final List<String> unexplained = new ArrayList<>();
  private int statements;

  @Test
  void run() throws SQLException {
    String url = System.getProperty("postgres.url", "");
    Assumptions.assumeFalse(
        url.isEmpty(), "no PostgreSQL is given: -Dpostgres.url=jdbc:postgresql://..");
    long started = System.nanoTime();
    // a tenth of the time of the soak for all statements
    Duration length =
        Duration.ofSeconds(
            Math.round(6 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    String wanted = System.getProperty("soak.jsonb.seed", "");
    try (Side postgres = new Side(DriverManager.getConnection(url), TIMEOUT_SECONDS);
        Side mosql =
            new Side(
                DriverManager.getConnection("jdbc:mosql:mem:soak-jsonb?timeZone=UTC"),
                TIMEOUT_SECONDS)) {
      long seed = wanted.isEmpty() ? started : Long.parseLong(wanted);
      do {
        play(postgres, mosql, seed++);
      } while (wanted.isEmpty()
          && Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0
          && unexplained.size() < UNEXPLAINED_MAX);
    }
    System.out.printf("soak-jsonb: %d statements%n", statements);
    assertThat(unexplained).as("replay: -Dsoak.jsonb.seed=<seed>").isEmpty();
  }

  private void play(Side postgres, Side mosql, long seed) {
    Documents documents = new Documents(new SeededRandom(seed));
    for (int i = 0; i < STATEMENTS; i++) {
      Piece statement = Piece.of(documents.statement());
      Answer here = mosql.answer(statement);
      Answer there = postgres.answer(statement);
      statements++;
      boolean same =
          here.failed() || there.failed()
              ? here.state().equals(there.state())
              : rows(statement.sql(), here).equals(rows(statement.sql(), there));
      if (!same) {
        unexplained.add(
            "seed "
                + seed
                + ": "
                + statement.sql()
                + "\n    here  "
                + here
                + "\n    there "
                + there);
      }
    }
  }

  /** The rows; of keyvalue() without the numbers of objects, as docs/sql/differences.md lists. */
  private static List<List<String>> rows(String sql, Answer answer) {
    if (!sql.contains(".keyvalue()")) {
      return answer.rows();
    }
    return answer.rows().stream()
        .map(
            row ->
                row.stream().map(v -> v.replaceAll("\"id\": [0-9]+, \"key\"", "\"key\"")).toList())
        .toList();
  }
}
