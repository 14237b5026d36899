package io.mosql.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.SessionClient;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Large values are complete or absent after a crash, and no orphaned chunk remains. */
final class LargeValuesCrashTest {
  private static final int KEYS = 6;

  /** Records so small that every value is cut into several. */
  private static final StoreOptions SMALL =
      new StoreOptions(TreeShape.TINY, 0, 1 << 20, 5_000, 1 << 20, 100);

  private static final LogOptions LOG = LogOptions.small(64 << 10);

  private final Map<Integer, String> known = new TreeMap<>();
  private Map<Integer, String> possible = known;
  private int acknowledged;

  private static OpenDatabase open(StorageDirectory files, long seed) {
    OpenDatabase.Ports ports =
        new OpenDatabase.Ports(new ManualClock(), new SeededRandom(seed), LOG, SMALL);
    return OpenDatabase.in(files, "test", ports, () -> {});
  }

  static List<Long> seeds() {
    return Rotation.seeds(4, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void valuesSurvivePowerCuts(long seed) {
    SeededRandom random = new SeededRandom(seed);
    FaultyDirectory files = new FaultyDirectory(seed);
    try (OpenDatabase database = open(files, seed);
        SessionClient client = new SessionClient(database)) {
      client.change("create table t (id int primary key, n int not null, s text)");
    }
    for (int life = 0; life < 4; life++) {
      files = random.percent(50) ? files.cutPower() : files.kill();
      files.failAt(50 + random.nextInt(250), Fault.POWER_CUT);
      try {
        live(files, random);
      } catch (MosqlException e) {
        assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.CONNECTION_FAILED);
      }
    }
    files = files.cutPower();
    try (OpenDatabase database = open(files, seed);
        SessionClient client = new SessionClient(database)) {
      check(client);
    }
    verify(files.kill());
    assertThat(acknowledged).isGreaterThan(3);
  }

  private void live(FaultyDirectory files, SeededRandom random) {
    OpenDatabase database = open(files, random.nextLong());
    SessionClient client = new SessionClient(database);
    check(client);
    client.session().setAutoCommit(false);
    for (int i = 0; i < 20; i++) {
      Map<Integer, String> next = new TreeMap<>(known);
      try {
        for (int n = random.nextInt(3); n >= 0; n--) {
          change(client, next, random);
        }
        possible = next;
        client.session().commit();
        known.clear();
        known.putAll(next);
        acknowledged++;
      } catch (MosqlException e) {
        assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.COMMIT_OUTCOME_UNKNOWN);
        return;
      }
    }
    database.close();
  }

  private static void change(SessionClient client, Map<Integer, String> rows, SeededRandom random) {
    int id = random.nextInt(KEYS);
    String value = Long.toHexString(random.nextLong()).repeat(1 + random.nextInt(1_500));
    if (!rows.containsKey(id)) {
      client.change("insert into t values (?, 0, ?)", id, value);
      rows.put(id, value);
    } else if (random.percent(20)) {
      client.change("delete from t where id = ?", id);
      rows.remove(id);
    } else if (random.percent(30)) {
      client.change("update t set n = n + 1 where id = ?", id);
    } else {
      client.change("update t set s = ? where id = ?", value, id);
      rows.put(id, value);
    }
  }

  private void check(SessionClient client) {
    Map<Integer, String> found = new TreeMap<>();
    for (List<Object> row : client.query("select id, s from t")) {
      found.put((Integer) row.get(0), (String) row.get(1));
    }
    assertThat(found).isIn(known, possible);
    known.clear();
    known.putAll(found);
    possible = known;
  }

  private static void verify(StorageDirectory files) {
    List<String> problems = new ArrayList<>();
    ToolReport report =
        new ToolReport() {
          @Override
          public void done(String what, String figures) {}

          @Override
          public void problem(String text) {
            problems.add(text);
          }

          @Override
          public void progress(String what, long done, long total) {}
        };
    try (files) {
      new DatabaseVerification(files, TreeShape.TINY, 1 << 20, report).run(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void aTransactionKeepsItsLimit() {
    OpenDatabase.Ports ports =
        new OpenDatabase.Ports(new ManualClock(), new SeededRandom(1), LOG, SMALL);
    try (OpenDatabase database = OpenDatabase.inMemory("limit", ports, () -> {});
        SessionClient client = new SessionClient(database)) {
      client.change("create table t (id int primary key, s text)");
      client.session().setAutoCommit(false);
      String value = "x".repeat(300_000);
      for (int id = 1; id <= 3; id++) {
        client.change("insert into t values (?, ?)", id, value);
      }
      assertThatThrownBy(() -> client.change("insert into t values (4, ?)", value))
          .hasMessageContaining("writes more than")
          .isInstanceOfSatisfying(
              MosqlException.class,
              e -> assertThat(e.state()).isEqualTo(SqlState.PROGRAM_LIMIT_EXCEEDED));
      client.change("delete from t where id = 1");
      client.change("insert into t values (4, ?)", value);
      client.session().commit();
      assertThat(client.query("select id from t where s = ?", value)).hasSize(3);
      assertThat(Objects.requireNonNull(client.query("select count(*) from t").get(0).get(0)))
          .isEqualTo(3L);
    }
  }
}
