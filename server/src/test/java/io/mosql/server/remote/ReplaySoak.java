package io.mosql.server.remote;

import io.mosql.engine.replay.EmbeddedReplays;
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
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Endless test that replays random transactions in commit order: in memory, on disk, with crashes
 * and over the network. Run by {@code ./mvnw verify -Psoak -Dsoak=Replay -Dsoak.minutes=30}; see
 * docs/reliability.md.
 */
final class ReplaySoak {
  private static final String SERVER = "server";
  private static final int TRANSACTIONS = 12_000;

  private final Map<String, Totals> totals = new TreeMap<>();
  private final long started = System.nanoTime();

  @Test
  void run() throws SQLException, IOException, InterruptedException {
    String seed = System.getProperty("soak.seed", "");
    if (!seed.isEmpty()) {
      play(System.getProperty("soak.kind", "memory"), Long.parseLong(seed));
      return;
    }
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/replay.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    List<String> kinds = new ArrayList<>(EmbeddedReplays.KINDS);
    kinds.add(SERVER);
    for (int turn = 0; elapsed().compareTo(length) < 0; turn++) {
      String kind = kinds.get(turn % kinds.size());
      play(kind, seeds.take(kind));
      System.out.println("soak-replay, " + elapsed().toMinutes() + " min: " + totals);
    }
    seeds.save();
    System.out.printf(
        "soak-replay of %s, %d minutes, for docs/reliability.md:%n",
        LocalDate.now(ZoneOffset.UTC), elapsed().toMinutes());
    totals.forEach((kind, counts) -> System.out.printf("%s%n%s%n", kind, counts.toTable()));
  }

  private void play(String kind, long seed) throws SQLException, IOException, InterruptedException {
    Totals counts = totals.computeIfAbsent(kind, key -> new Totals());
    try {
      if (kind.equals(SERVER)) {
        ServerSubject.play(seed, TRANSACTIONS, counts);
      } else {
        EmbeddedReplays.play(kind, seed, TRANSACTIONS, counts);
      }
    } catch (AssertionError | RuntimeException | SQLException | IOException e) {
      throw new AssertionError(
          "replay: ./mvnw verify -Psoak -Dsoak=Replay -Dsoak.kind=" + kind + " -Dsoak.seed=" + seed,
          e);
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
