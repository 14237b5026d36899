package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import io.mosql.testkit.soak.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several lives of one {@link Bank} on one disk: each opens the database, checks it, works on it,
 * and ends by a fault, a kill, a power failure, a full disk or, rarely, by closing. The last one
 * has no fault and must find all acknowledged changes.
 */
final class RandomLives {
  private static final List<Fault> FAULTS = List.of(Fault.values());
  private static final int LIVES = 5;

  private final SmallDatabases opener;
  private final SeededRandom random;
  private final Bank bank;
  private FaultyDirectory files;

  private RandomLives(SmallDatabases opener, long seed) {
    this.opener = opener;
    this.random = new SeededRandom(seed);
    this.bank = new Bank(random.nextLong());
    this.files = new FaultyDirectory(random.nextLong());
  }

  /** Plays all lives of a seed, and counts them. */
  static void play(SmallDatabases opener, long seed, Totals totals) {
    try {
      RandomLives lives = new RandomLives(opener, seed);
      for (int i = 0; i < LIVES; i++) {
        lives.live(totals);
      }
      lives.mustBeWhole();
      totals.add("simulated lives", LIVES + 1);
      totals.add("commits acknowledged to simulated clients", lives.bank.acknowledged());
      lives.files.met().forEach((fault, n) -> totals.add("fault " + fault, n));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("lives of seed " + seed, e);
    }
  }

  private void live(Totals totals) {
    boolean full = random.percent(10);
    if (random.percent(80)) {
      Fault fault =
          random.percent(40) ? Fault.POWER_CUT : FAULTS.get(random.nextInt(FAULTS.size()));
      files.failAt(1 + random.nextInt(random.percent(60) ? 60 : 600), fault);
    }
    if (full) {
      files.limitTo(files.size() + random.nextInt(64 << 10));
    }
    OpenDatabase database = open();
    if (database != null) {
      bank.run(database, random.nextInt(25));
    }
    boolean closes = random.percent(20);
    if (closes && database != null) {
      ScriptedLife.close(database, false);
    }
    boolean cut = random.percent(60);
    files.limitTo(Long.MAX_VALUE);
    files = cut ? files.cutPower() : files.kill();
    totals.add(cut ? "power cuts at the end of a life" : "kills at the end of a life", 1);
    totals.add("lives on a full disk", full ? 1 : 0);
    if (database != null && !closes) {
      ScriptedLife.close(database, false);
    }
  }

  private @Nullable OpenDatabase open() {
    OpenDatabase database = null;
    try {
      database = opener.open(files, random.nextLong());
      bank.check(database);
      return database;
    } catch (MosqlException e) {
      assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL, SqlState.CONNECTION_FAILED);
      if (database != null) {
        ScriptedLife.close(database, false);
      }
      return null;
    }
  }

  private void mustBeWhole() {
    try (OpenDatabase database = opener.open(files, random.nextLong())) {
      bank.check(database);
      bank.run(database, 1);
      bank.check(database);
    }
    opener.verify(random.percent(50) ? files.cutPower() : files.kill());
  }
}
