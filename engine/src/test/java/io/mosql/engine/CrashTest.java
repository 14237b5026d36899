package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills processes that work on a database; all acknowledged changes are present and consistent. */
final class CrashTest {
  private static final int CYCLES = Rotation.size(2, 5);
  private static final long SEED = Long.getLong("mosql.test.seed", 42);

  @TempDir Path directory = Path.of("");

  @Test
  void keepsWhatAKilledProcessAcknowledged() throws IOException, SQLException {
    KilledProcesses processes = new KilledProcesses(directory.resolve("bank"), SEED);
    Totals totals = new Totals();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      try {
        processes.cycle(totals);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + SEED + ", cycle " + cycle, e);
      }
    }
    assertThat(totals.get("commits of killed processes found again")).isGreaterThan(CYCLES);
  }
}
