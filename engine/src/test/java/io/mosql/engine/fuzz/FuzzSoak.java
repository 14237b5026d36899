package io.mosql.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A soak test of random function calls and queries: {@link FunctionFuzz} and {@link TypeFuzz}. Run
 * by {@code ./mvnw verify -Psoak -Dsoak=Fuzz -Dsoak.minutes=30}; {@code -Dsoak.kind} and {@code
 * -Dsoak.seed} play one seed again. It continues after a fault and fails at the end.
 */
final class FuzzSoak {
  private static final int CALLS = 1_000;
  private static final int QUERIES = 300;
  private static final int PROBLEMS_MAX = 100;

  private final long started = System.nanoTime();
  private final Totals totals = new Totals();
  private final Set<String> problems = new LinkedHashSet<>();

  @Test
  void run() throws SQLException, IOException {
    String seed = System.getProperty("soak.seed", "");
    String only = System.getProperty("soak.kind", "");
    if (!seed.isEmpty()) {
      play(only, Long.parseLong(seed));
    } else {
      SoakSeeds seeds =
          new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/fuzz.properties")));
      Duration length =
          Duration.ofSeconds(
              Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
      List<String> kinds = only.isEmpty() ? List.of("functions", "types") : List.of(only);
      for (int turn = 0;
          Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0
              && problems.size() < PROBLEMS_MAX;
          turn++) {
        String kind = kinds.get(turn % kinds.size());
        play(kind, seeds.take(kind));
      }
      seeds.save();
    }
    problems.forEach(System.out::println);
    System.out.printf("soak-fuzz:%n%s", totals.toTable());
    assertThat(problems)
        .as("replay: ./mvnw verify -Psoak -Dsoak=Fuzz -Dsoak.kind=<kind> -Dsoak.seed=<seed>")
        .isEmpty();
  }

  private void play(String kind, long seed) throws SQLException, IOException {
    if (kind.equals("functions")) {
      try (FunctionFuzz fuzz = new FunctionFuzz(seed)) {
        fuzz.play(CALLS);
        note(kind, fuzz.statements(), fuzz.answered());
        fuzz.problems()
            .forEach(problem -> problems.add("functions, seed " + seed + ": " + problem));
      }
    } else {
      try (TypeFuzz fuzz = new TypeFuzz(seed)) {
        fuzz.play(QUERIES);
        note(kind, fuzz.statements(), fuzz.answered());
        fuzz.problems().forEach(problem -> problems.add("types, " + problem));
      }
    }
  }

  private void note(String kind, int statements, int answered) {
    totals.add(kind, statements);
    totals.add(kind + ", with an answer", answered);
  }
}
