package io.mosql.engine.replay;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Rounds on databases in this process: {@code memory}, {@code disk} with small nodes and caches,
 * and {@code crash}, a disk on which the database crashes repeatedly.
 */
public final class EmbeddedReplays {
  public static final List<String> KINDS = List.of("memory", "disk", "crash");

  private static final int CLIENTS = 6;
  private static final int LIFE = 400;

  private EmbeddedReplays() {}

  /**
   * Plays and checks a round.
   *
   * @param transactions of all clients
   */
  public static void play(String kind, long seed, int transactions, Totals totals)
      throws SQLException, IOException, InterruptedException {
    SeededRandom random = new SeededRandom(seed);
    try (EmbeddedSubject subject =
            kind.equals("memory") ? EmbeddedSubject.inMemory(seed) : EmbeddedSubject.onDisk(seed);
        ReplayRound round =
            new ReplayRound(subject, kind, seed, CLIENTS, transactions / CLIENTS, 0)) {
      int next = random.nextInt(LIFE);
      while (kind.equals("crash") && round.isRunning()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        if (round.played() > next) {
          next += 1 + random.nextInt(LIFE);
          subject.crash();
          totals.add("crashes and reopenings", 1);
        }
      }
      round.judge(totals);
    }
  }
}
