package io.mosql.sql.session;

import io.mosql.testkit.soak.SoakSeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/**
 * {@link SchemaRaces} in an endless loop, with new seeds each time. Run by {@code ./mvnw verify
 * -Psoak -Dsoak=SchemaRace -Dsoak.minutes=30}; see docs/reliability.md.
 */
final class SchemaRaceSoak {
  private final long started = System.nanoTime();

  @Test
  void run() throws IOException {
    SchemaRaces races = new SchemaRaces();
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      races.play(Long.parseLong(seed), 1);
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/schema.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    long played = 0;
    while (Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0) {
      long next = seeds.take("races");
      try {
        races.play(next, 1);
      } catch (AssertionError e) {
        throw new AssertionError(
            "replay: ./mvnw verify -Psoak -Dsoak=SchemaRace -Dsoak.seed=" + next, e);
      }
      played++;
    }
    seeds.save();
    System.out.printf(
        "soak-schema of %s, %d minutes: %d races, failures 0%n",
        LocalDate.now(ZoneOffset.UTC), length.toMinutes(), played);
  }
}
