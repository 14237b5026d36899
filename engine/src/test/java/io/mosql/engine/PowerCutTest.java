package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import io.mosql.testkit.soak.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No acknowledged or visible change is lost, and no partial change is visible, for every failing
 * disk operation and every time of a power failure.
 */
final class PowerCutTest {
  private static final int SEEDS = 200;

  /** The database left open by the previous life. */
  private @Nullable OpenDatabase left;

  @AfterEach
  void endLeft() {
    OpenDatabase database = left;
    left = null;
    if (database != null) {
      ScriptedLife.close(database, false);
    }
  }

  private @Nullable OpenDatabase open(Bank bank, StorageDirectory files) {
    // Its files are gone, or belong to another database; its threads end now.
    endLeft();
    try {
      OpenDatabase database = SmallDatabases.TINY.open(files, bank.nextSeed());
      left = database;
      bank.check(database);
      return database;
    } catch (MosqlException e) {
      assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL, SqlState.CONNECTION_FAILED);
      return null;
    }
  }

  /** One life of the database: opened, checked, used, and not closed. */
  private void live(Bank bank, StorageDirectory files, int transactions) {
    OpenDatabase database = open(bank, files);
    if (database != null) {
      bank.run(database, transactions);
    }
  }

  private void mustBeWhole(Bank bank, StorageDirectory files) {
    try (OpenDatabase database = Objects.requireNonNull(open(bank, files), "cannot be opened")) {
      bank.run(database, 1);
      bank.check(database);
    }
  }

  @Test
  void survivesRandomLives() {
    Totals totals = new Totals();
    List<Long> seeds = Rotation.seeds(5, SEEDS);
    for (long seed : seeds) {
      // Every third life has other sizes, and possibly background checkpoints.
      RandomLives.play(seed % 3 == 0 ? SmallDatabases.of(seed) : SmallDatabases.TINY, seed, totals);
    }
    assertThat(totals.get("commits acknowledged to simulated clients"))
        .isGreaterThan(seeds.size() * 5L);
    if (Rotation.isNightly()) {
      for (Fault fault : Fault.values()) {
        assertThat(totals.get("fault " + fault)).as(fault.toString()).isPositive();
      }
    }
  }

  /** Fails the first, second, third ... operation of a life, until a life has no fault. */
  @ParameterizedTest
  @EnumSource(Fault.class)
  void survivesAFaultAtEachOperation(Fault fault) {
    int stride = Rotation.size(9, 1);
    long n = Rotation.offset(stride);
    boolean met = true;
    while (met) {
      n += stride;
      Bank bank = new Bank(n);
      FaultyDirectory files = new FaultyDirectory(n);
      if (n % 2 == 0) {
        live(bank, files, 3);
        files = files.kill();
      }
      files.failAt(n, fault);
      live(bank, files, 6);
      met = files.operations() >= n;
      mustBeWhole(bank, n % 4 < 2 ? files.cutPower() : files.kill());
    }
    assertThat(n).isGreaterThan(30);
  }

  /** After a commit returns nothing is unsynced, and before its sync it is invisible. */
  @Test
  void acknowledgesAndShowsOnlyWhatIsSynced() {
    AtomicReference<Runnable> beforeSync = new AtomicReference<>(() -> {});
    WatchedFiles files =
        new WatchedFiles(
            new FaultyDirectory(1), () -> Objects.requireNonNull(beforeSync.get()).run(), false);
    try (OpenDatabase database = Objects.requireNonNull(open(new Bank(1), files));
        SessionClient client = new SessionClient(database);
        SessionClient other = new SessionClient(database)) {
      client.change("create table t (a int primary key)");
      List<Integer> visible = new ArrayList<>();
      beforeSync.set(() -> visible.add(other.query("select a from t").size()));
      for (int i = 1; i <= 50; i++) {
        visible.clear();
        client.change("insert into t values (?)", i);
        assertThat(files.unsynced()).isEmpty();
        assertThat(visible).isNotEmpty();
        assertThat(Set.copyOf(visible)).containsExactly(i - 1);
      }
      beforeSync.set(() -> {});
    }
  }

  /** Checks the tests above: on a disk that does not sync they detect the loss. */
  @Test
  void findsTheLossOnADiskThatLies() {
    int losses = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Bank bank = new Bank(seed);
      FaultyDirectory disk = new FaultyDirectory(seed);
      live(bank, new WatchedFiles(disk, () -> {}, true), 5);
      try {
        live(bank, disk.cutPower(), 0);
      } catch (AssertionError | MosqlException e) {
        losses++;
      }
    }
    assertThat(losses).isGreaterThan(5);
  }

  @Test
  void refusesWritesButReadsOnWhenTheDiskIsFull() {
    int refused = 0;
    for (long n : Rotation.seeds(3, 60)) {
      FaultyDirectory files = new FaultyDirectory(n);
      Bank bank = new Bank(n);
      live(bank, files, 1);
      int before = bank.acknowledged();
      files = files.kill();
      files.failAt(n, Fault.DISK_FULL);
      live(bank, files, 20);
      // A disk that has space again takes writes again: all but the refused ones are there.
      refused += bank.acknowledged() - before < 20 ? 1 : 0;
      mustBeWhole(bank, files.cutPower());
    }
    assertThat(refused).isPositive();
  }
}
