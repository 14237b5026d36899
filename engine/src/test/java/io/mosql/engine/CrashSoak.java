package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.engine.database.ByteFlips;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.DatabaseCopiesTest;
import io.mosql.engine.tool.DatabaseVerification;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A soak test of random crashes: processes killed like kill -9, simulated lives with faults, kills
 * and power failures, a scripted life with a fault anywhere, and flipped bytes. Run by {@code
 * ./mvnw verify -Psoak -Dsoak=Crash -Dsoak.minutes=30}; see docs/reliability.md.
 */
final class CrashSoak {
  private static final int CYCLES = 4;
  private static final int FLIPS = 50;
  private static final List<String> KINDS = List.of("processes", "lives", "script", "flips");
  private static final List<Fault> FAULTS = List.of(Fault.values());

  private final Totals totals = new Totals();
  private final long started = System.nanoTime();
  private List<String> states = List.of();
  private @Nullable ByteFlips closed;
  private @Nullable ByteFlips killed;
  private @Nullable ByteFlips backup;

  @TempDir Path directory = Path.of("");

  /** Runs one seed of a kind. */
  private void play(String kind, long seed) throws IOException, SQLException {
    switch (kind) {
      case "processes" -> playProcesses(seed);
      case "lives" -> RandomLives.play(SmallDatabases.of(seed), seed, totals);
      case "script" -> playScript(seed);
      case "flips" -> playFlips(seed);
      default -> throw new IllegalArgumentException("no such kind of soak: " + kind);
    }
  }

  @Test
  void run() throws IOException, SQLException {
    prepare();
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(System.getProperty("soak.kind", "lives"), Long.parseLong(seed));
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/crash.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    long nextReport = 1;
    for (int turn = 0; elapsed().compareTo(length) < 0; turn = (turn + 1) % KINDS.size()) {
      playFor(KINDS.get(turn), seeds, length);
      if (elapsed().toMinutes() >= nextReport) {
        nextReport = elapsed().toMinutes() + 1;
        System.out.println("soak-crash, " + elapsed().toMinutes() + " min: " + totals);
      }
    }
    seeds.save();
    System.out.printf(
        "soak-crash of %s, %d minutes, violations 0, for docs/reliability.md:%n%s",
        LocalDate.now(java.time.ZoneOffset.UTC), length.toMinutes(), totals.toTable());
  }

  /** Runs one kind for a few seconds, so that all kinds get the same time. */
  private void playFor(String kind, SoakSeeds seeds, Duration length)
      throws IOException, SQLException {
    Duration end = elapsed().plusSeconds(5);
    while (elapsed().compareTo(end) < 0 && elapsed().compareTo(length) < 0) {
      long seed = seeds.take(kind);
      try {
        play(kind, seed);
      } catch (AssertionError | RuntimeException | SQLException e) {
        throw new AssertionError(
            "replay: ./mvnw verify -Psoak -Dsoak=Crash -Dsoak.kind="
                + kind
                + " -Dsoak.seed="
                + seed,
            e);
      }
    }
  }

  private void prepare() throws IOException {
    states = ScriptedLife.states();
    closed = ByteFlips.of(ByteFlips.Ending.CLOSED);
    killed = ByteFlips.of(ByteFlips.Ending.KILLED);
    backup = ByteFlips.of(ByteFlips.Ending.BACKUP);
  }

  private void playProcesses(long seed) throws IOException, SQLException {
    Path database = directory.resolve("bank-" + seed);
    KilledProcesses processes = new KilledProcesses(database, seed);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      processes.cycle(totals);
    }
    DatabaseCopiesTest.Heard heard = new DatabaseCopiesTest.Heard();
    assertThat(DatabaseVerification.verify(database, heard)).as("problems: %s", heard).isZero();
  }

  private void playScript(long seed) {
    SeededRandom random = new SeededRandom(seed);
    SmallDatabases opener = SmallDatabases.of(seed);
    ScriptedLife life = new ScriptedLife(states, opener, seed);
    FaultyDirectory files = new FaultyDirectory(seed);
    for (int i = 0; i < 4; i++) {
      files.failAt(1 + random.nextInt(400), FAULTS.get(random.nextInt(FAULTS.size())));
      OpenDatabase left = life.live(files, Integer.MAX_VALUE, false);
      files = random.nextBoolean() ? files.cutPower() : files.kill();
      if (left != null) {
        ScriptedLife.close(left, false);
      }
      totals.add("scripted lives", 1);
    }
    files.met().forEach((fault, n) -> totals.add("fault " + fault, n));
    ScriptedLife.close(
        Objects.requireNonNull(life.live(files, Integer.MAX_VALUE, true), "cannot be opened"),
        true);
  }

  private void playFlips(long seed) throws IOException {
    ByteFlips flips =
        Objects.requireNonNull(seed % 3 == 0 ? closed : seed % 3 == 1 ? killed : backup);
    for (int i = 0; i < FLIPS; i++) {
      flips.flip(seed * FLIPS + i);
    }
    totals.add("bytes flipped", FLIPS);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
