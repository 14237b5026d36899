package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.soak.SoakSeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Damaged statements without end, new ones each time. Run by {@code ./mvnw verify -Psoak-mutation
 * -Dsoak.minutes=30}; {@code -Dsoak.seed} plays one seed again.
 */
final class MutationSoak {
  private static final int MUTANTS = 4;

  private final long started = System.nanoTime();

  @Test
  void run() throws IOException, SQLException {
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(Long.parseLong(seed));
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/mutation.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    long mutants = 0;
    while (Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0) {
      mutants += play(seeds.take("statements"));
    }
    seeds.save();
    System.out.printf("soak-mutation: %d damaged statements, nothing unexpected%n", mutants);
  }

  private static long play(long seed) throws IOException, SQLException {
    MutatedStatements statements = new MutatedStatements(seed);
    assertThat(statements.play(MUTANTS))
        .as("replay: ./mvnw verify -Psoak-mutation -Dsoak.seed=" + seed)
        .isEmpty();
    return (long) statements.done() + statements.refused() + statements.unread();
  }
}
