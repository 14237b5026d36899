package io.mosql.storage;

import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/**
 * Simulations without end, new ones each time. Run by {@code ./mvnw verify -Psoak -Dsoak=Simulation
 * -Dsoak.minutes=30}; see docs/reliability.md.
 */
final class SimulationSoak {
  private final Totals totals = new Totals();
  private final long started = System.nanoTime();

  @Test
  void run() throws IOException {
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/simulation.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    long nextReport = 1;
    while (elapsed().compareTo(length) < 0) {
      long seed = seeds.take("simulation");
      SimulationTest.play(seed, totals);
      if (elapsed().toMinutes() >= nextReport) {
        nextReport = elapsed().toMinutes() + 1;
        System.out.println("soak-simulation, " + elapsed().toMinutes() + " min: " + totals);
      }
    }
    seeds.save();
    System.out.printf(
        "soak-simulation of %s, %d minutes, violations 0, for docs/reliability.md:%n%s",
        LocalDate.now(ZoneOffset.UTC), length.toMinutes(), totals.toTable());
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
