package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.ConsistencyModel;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * A soak test of random histories: all workloads at all levels, in memory and on disk, with small
 * caches and frequent checkpoints. Run by {@code ./mvnw verify -Psoak -Dsoak=History
 * -Dsoak.minutes=30}; see docs/reliability.md.
 */
final class HistorySoak {
  private static final int TURNS_MIN = 40;
  private static final int TURNS_MAX = 160;

  private final Totals totals = new Totals();
  private final long started = System.nanoTime();

  @TempDir Path directory = Path.of("");

  @Test
  void run() throws SQLException, IOException {
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(System.getProperty("soak.kind", "list-text"), Long.parseLong(seed));
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/history.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    List<String> kinds = Workloads.all(1).stream().map(Workload::name).toList();
    long nextReport = 1;
    for (int turn = 0; elapsed().compareTo(length) < 0; turn = (turn + 1) % kinds.size()) {
      String kind = kinds.get(turn);
      long next = seeds.take(kind);
      try {
        play(kind, next);
      } catch (AssertionError | RuntimeException | SQLException e) {
        throw new AssertionError(
            "replay: ./mvnw verify -Psoak -Dsoak=History -Dsoak.kind="
                + kind
                + " -Dsoak.seed="
                + next,
            e);
      }
      if (elapsed().toMinutes() >= nextReport) {
        nextReport = elapsed().toMinutes() + 1;
        System.out.println("soak-history, " + elapsed().toMinutes() + " min: " + totals);
      }
    }
    seeds.save();
    System.out.printf(
        "soak-history of %s, %d minutes, violations 0, for docs/reliability.md:%n%s",
        LocalDate.now(ZoneOffset.UTC), length.toMinutes(), totals.toTable());
  }

  /** Runs one seed of a kind. */
  private void play(String kind, long seed) throws SQLException, IOException {
    SeededRandom random = new SeededRandom(seed);
    // Read-modify-write transfers lose updates at levels that allow it.
    boolean computes = kind.equals("bank-read-modify-write");
    List<ConsistencyModel> levels = new ArrayList<>(List.of(ConsistencyModel.values()));
    if (computes) {
      levels.remove(ConsistencyModel.READ_COMMITTED);
    }
    ConsistencyModel promise = levels.get(random.nextInt(levels.size()));
    int clients = 2 + random.nextInt(15);
    int turns = TURNS_MIN + random.nextInt(TURNS_MAX - TURNS_MIN);
    Path database = directory.resolve(kind + "-" + seed);
    String url =
        random.percent(70)
            ? "jdbc:mosql:mem:" + database
            : "jdbc:mosql:file:"
                + database
                + "?cacheBytes="
                + (random.nextInt(64) << 10)
                + "&checkpointLogBytes="
                + ((8 + random.nextInt(120)) << 10);
    new HistoryRun(Workloads.of(kind, turns), promise, url, seed, clients, turns).play(totals);
    totals.add("histories at " + level(promise), 1);
  }

  private static String level(ConsistencyModel promise) {
    return switch (promise) {
      case STRICT_SERIALIZABLE -> "serializable";
      case SNAPSHOT -> "repeatable read";
      case READ_COMMITTED -> "read committed";
    };
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
