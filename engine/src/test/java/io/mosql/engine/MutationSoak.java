package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.soak.SoakSeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A soak test of random damaged statements. Run by {@code ./mvnw verify -Psoak -Dsoak=Mutation
 * -Dsoak.minutes=30}; {@code -Dsoak.seed} plays one seed again. It continues after a fault and
 * fails at the end, with one statement of each fault.
 */
final class MutationSoak {
  private static final int MUTANTS = 4;
  private static final int FAULTS_MAX = 50;

  private final long started = System.nanoTime();
  private final MutationFindings faults = new MutationFindings();
  private final MutationFindings guarded = new MutationFindings();
  private long mutants;
  private long refusedByGuard;

  @Test
  void run() throws IOException, SQLException {
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(Long.parseLong(seed));
      conclude();
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/mutation.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    while (Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0
        && faults.size() < FAULTS_MAX) {
      play(seeds.take("statements"));
    }
    conclude();
    seeds.save();
  }

  private void play(long seed) throws IOException, SQLException {
    MutatedStatements statements = new MutatedStatements(seed);
    faults.add(seed, statements.play(MUTANTS));
    guarded.add(seed, statements.guarded());
    mutants += (long) statements.done() + statements.refused() + statements.unread();
    refusedByGuard += statements.guarded().size();
  }

  private void conclude() {
    System.out.printf(
        "soak-mutation: %d damaged statements, %d of them not understood by Calcite%n",
        mutants, refusedByGuard);
    guarded.report().forEach(System.out::println);
    assertThat(faults.report())
        .as("replay: ./mvnw verify -Psoak -Dsoak=Mutation -Dsoak.seed=<seed>")
        .isEmpty();
  }
}
