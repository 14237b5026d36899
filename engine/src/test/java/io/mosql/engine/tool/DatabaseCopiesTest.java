package io.mosql.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.engine.SessionClient;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.storage.Restoration;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Backups of whole databases, and restores from them. */
public final class DatabaseCopiesTest {
  private static final int ACCOUNTS = 8;
  private static final long TOTAL = 8000;
  private static final int TRANSFERS = 250;

  private final OpenDatabase.Ports ports =
      new OpenDatabase.Ports(
          Clock.SYSTEM,
          new SeededRandom(5),
          LogOptions.small(32 << 10).withRetainedBytes(64 << 20),
          StoreOptions.DEFAULT.withShape(TreeShape.TINY),
          new CheckpointOptions(64 << 10, Long.MAX_VALUE / 2000, 8 << 20, 0, 64 << 10, false),
          PageOptions.withCache(256 << 10).withSegmentBytes(16 << 10),
          CopyFiles.NONE);

  private final MemoryDirectory files = new MemoryDirectory("db");
  private final MemoryDirectory backup = new MemoryDirectory("backup");

  private OpenDatabase open(StorageDirectory directory) {
    return OpenDatabase.in(directory, "test", ports, () -> {});
  }

  private static void create(OpenDatabase database) {
    try (SessionClient client = new SessionClient(database)) {
      client.change("create table account (id int primary key, balance bigint not null)");
      client.change(
          "create table transfer (id int auto_increment primary key, payer int not null references"
              + " account, payee int not null references account, amount int not null)");
      client.change("create index transfer_payee on transfer (payee, amount)");
      for (int i = 0; i < ACCOUNTS; i++) {
        client.change("insert into account values (?, ?)", i, TOTAL / ACCOUNTS);
      }
    }
  }

  private static void transfer(SessionClient client, SeededRandom random) {
    int payer = random.nextInt(ACCOUNTS);
    int payee = (payer + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    int amount = random.nextInt(100);
    client.change("update account set balance = balance - ? where id = ?", amount, payer);
    client.change("update account set balance = balance + ? where id = ?", amount, payee);
    client.change(
        "insert into transfer (payer, payee, amount) values (?, ?, ?)", payer, payee, amount);
    client.session().commit();
  }

  /** Checks that transfers and balances are consistent. */
  private static long check(OpenDatabase database) {
    try (SessionClient client = new SessionClient(database)) {
      long[] balances = new long[ACCOUNTS];
      java.util.Arrays.fill(balances, TOTAL / ACCOUNTS);
      long transfers = 0;
      for (List<@Nullable Object> row : client.query("select payer, payee, amount from transfer")) {
        int amount = (Integer) Objects.requireNonNull(row.get(2));
        balances[(Integer) Objects.requireNonNull(row.get(0))] -= amount;
        balances[(Integer) Objects.requireNonNull(row.get(1))] += amount;
        transfers++;
      }
      for (List<@Nullable Object> row : client.query("select id, balance from account")) {
        assertThat(row.get(1)).isEqualTo(balances[(Integer) Objects.requireNonNull(row.get(0))]);
      }
      return transfers;
    }
  }

  private Restoration.Result restore(
      StorageDirectory from,
      MemoryDirectory to,
      @Nullable StorageDirectory log,
      RecoveryTarget end) {
    try {
      return new DatabaseRestore(to, ports, new Heard())
          .run(from, log == null ? null : new LogSource.OfDatabase(log), end);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private long verify(StorageDirectory directory, boolean isBackup, Heard heard) {
    try {
      return new DatabaseVerification(directory, TreeShape.TINY, 1 << 20, heard).run(isBackup);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Backup.Figures write(OpenDatabase database, StorageDirectory target) {
    return database.backup(target, true, (done, total) -> {});
  }

  @Test
  void aBackupUnderLoadIsAPrefixAndTheLogGoesOnFromIt() throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    long transfers = 0;
    try (OpenDatabase database = open(files)) {
      create(database);
      for (int i = 0; i < 3; i++) {
        SeededRandom random = new SeededRandom(i);
        threads.add(new Thread(() -> work(database, random, ended, failure)));
      }
      threads.forEach(Thread::start);
      for (int round = 0; round < 3; round++) {
        Backup.Figures figures = write(database, backup);
        MemoryDirectory copy = new MemoryDirectory("copy " + round);
        assertThat(restore(backup, copy, null, RecoveryTarget.LOG).position())
            .isEqualTo(figures.position());
        long now = sound(copy);
        assertThat(now).isGreaterThanOrEqualTo(transfers);
        transfers = now;
        // The log of the running database continues after the backup.
        MemoryDirectory later = new MemoryDirectory("later " + round);
        assertThat(restore(backup, later, files, RecoveryTarget.LOG).position())
            .isGreaterThanOrEqualTo(figures.position());
        assertThat(sound(later)).isGreaterThanOrEqualTo(transfers);
      }
      ended.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      transfers = check(database);
    }
    MemoryDirectory last = new MemoryDirectory("last");
    restore(backup, last, files, RecoveryTarget.LOG);
    assertThat(sound(last)).isEqualTo(transfers);
    Heard heard = new Heard();
    assertThat(verify(files, false, heard)).as(heard.toString()).isZero();
  }

  private long sound(MemoryDirectory copy) {
    Heard heard = new Heard();
    assertThat(verify(copy, false, heard)).as(heard.toString()).isZero();
    try (OpenDatabase database = open(copy)) {
      long transfers = check(database);
      try (SessionClient client = new SessionClient(database)) {
        client.session().setAutoCommit(false);
        transfer(client, new SeededRandom(1));
      }
      assertThat(check(database)).isEqualTo(transfers + 1);
      return transfers;
    }
  }

  private static void work(
      OpenDatabase database,
      SeededRandom random,
      AtomicBoolean ended,
      AtomicReference<@Nullable Throwable> failure) {
    try (SessionClient client = new SessionClient(database)) {
      client.session().setAutoCommit(false);
      for (int i = 0; i < TRANSFERS && !ended.get(); i++) {
        try {
          transfer(client, random);
        } catch (MosqlException e) {
          if (e.state() != SqlState.SERIALIZATION_FAILURE) {
            throw e;
          }
          client.session().rollback();
        }
      }
    } catch (RuntimeException | Error e) {
      failure.set(e);
    }
  }

  @Test
  void aRestoredDatabaseRejectsTheLogOfItsOldTimeline() {
    MemoryDirectory copy = new MemoryDirectory("copy");
    MemoryDirectory second = new MemoryDirectory("second backup");
    try (OpenDatabase database = open(files)) {
      create(database);
      write(database, backup);
      transfers(database, 20);
    }
    restore(backup, copy, null, RecoveryTarget.LOG);
    try (OpenDatabase database = open(copy)) {
      transfers(database, 3);
      write(database, second);
    }
    assertThatThrownBy(() -> restore(second, new MemoryDirectory("x"), files, RecoveryTarget.LOG))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isIn(SqlState.INVALID_PARAMETER, SqlState.DATA_CORRUPTED));
  }

  private static void transfers(OpenDatabase database, int count) {
    SeededRandom random = new SeededRandom(count);
    try (SessionClient client = new SessionClient(database)) {
      client.session().setAutoCommit(false);
      for (int i = 0; i < count; i++) {
        transfer(client, random);
      }
    }
  }

  @Test
  void everyFlippedByteOfABackupIsFoundOrHarmless() throws IOException {
    try (OpenDatabase database = open(files)) {
      create(database);
      transfers(database, 60);
      write(database, backup);
    }
    SeededRandom random = new SeededRandom(9);
    int found = 0;
    for (int i = 0; i < 300; i++) {
      List<String> names = backup.list().stream().filter(n -> !n.endsWith(".lock")).toList();
      String name = names.get(random.nextInt(names.size()));
      long size = size(backup, name);
      long at = (long) random.nextInt((int) size);
      flip(backup, name, at);
      String where = name + " at " + at;
      MemoryDirectory copy = new MemoryDirectory("copy");
      if (!name.equals("mosql.backup")) {
        assertThatThrownBy(() -> restore(backup, copy, null, RecoveryTarget.LOG))
            .as(where)
            .isInstanceOfSatisfying(
                MosqlException.class,
                e ->
                    assertThat(e.state())
                        .as(e.getMessage())
                        .isIn(SqlState.DATA_CORRUPTED, SqlState.FEATURE_NOT_SUPPORTED));
        assertThat(copy.list()).as("nothing stays of a restore that failed").isEmpty();
        Heard heard = new Heard();
        assertThat(verify(backup, true, heard)).as(where).isPositive();
        assertThat(heard.toString()).contains(name);
        found++;
      }
      flip(backup, name, at);
    }
    assertThat(found).isGreaterThan(150);
    Heard heard = new Heard();
    assertThat(verify(backup, true, heard)).as(heard.toString()).isZero();
  }

  static long size(StorageDirectory directory, String name) throws IOException {
    try (StorageFile file = directory.open(name, false)) {
      return file.size();
    }
  }

  static void flip(StorageDirectory directory, String name, long at) throws IOException {
    try (StorageFile file = directory.open(name, false)) {
      byte[] one = new byte[1];
      file.read(at, one, 0, 1);
      one[0] ^= 0x20;
      file.write(at, one, 0, 1);
    }
  }

  @Test
  void aPurgedLogIsNamedAsAGap() {
    OpenDatabase.Ports forgetful =
        new OpenDatabase.Ports(
            ports.clock(),
            ports.random(),
            ports.log().withRetainedBytes(0),
            ports.options(),
            ports.checkpoints(),
            ports.pages(),
            CopyFiles.NONE);
    try (OpenDatabase database = OpenDatabase.in(files, "test", forgetful, () -> {})) {
      create(database);
      write(database, backup);
      for (int i = 0; i < 20; i++) {
        transfers(database, 50);
        try (SessionClient client = new SessionClient(database)) {
          client.change("checkpoint");
        }
      }
    }
    assertThatThrownBy(() -> restore(backup, new MemoryDirectory("x"), files, RecoveryTarget.LOG))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_PARAMETER))
        .hasMessageContaining("the backup ends with record")
        .hasMessageContaining("logRetentionBytes");
  }

  /** Records the reports of a tool. */
  public static final class Heard implements ToolReport {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void done(String what, String figures) {
      lines.add(what + ": " + figures);
    }

    @Override
    public void problem(String text) {
      lines.add("PROBLEM " + text);
    }

    @Override
    public void progress(String what, long done, long total) {
      assertThat(done).isBetween(0L, total);
    }

    @Override
    public String toString() {
      return String.join("\n", lines);
    }
  }
}
