package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * After an interruption of an index build at any point, the database opens with all rows, and the
 * same statement completes the index.
 */
final class IndexBuildCrashTest {
  /** More rows than one transaction indexes, and three chunks of rows. */
  private static final int ROWS = 10_500;

  private static final int VALUES = 70;

  /**
   * @param life seed, different for each life, since file names are random
   */
  private static OpenDatabase open(StorageDirectory files, long life) {
    OpenDatabase.Ports ports =
        new OpenDatabase.Ports(
            new ManualClock(),
            new SeededRandom(life),
            LogOptions.small(64 << 10),
            StoreOptions.DEFAULT);
    return OpenDatabase.in(files, "test", ports, () -> {});
  }

  private static void fill(SessionClient client) {
    client.change("create table t (id int primary key, a int)");
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      values.append(i % 500 == 0 ? "" : ", ").append("(" + i + ", " + i % VALUES + ")");
      if (i % 500 == 499) {
        client.change("insert into t values " + values);
        values.setLength(0);
      }
    }
  }

  private static void check(SessionClient client) {
    assertThat(client.query("select count(*) from t")).containsExactly(List.of((long) ROWS));
    assertThat(client.query("select count(*) from t where a = 3"))
        .containsExactly(List.of((long) ROWS / VALUES));
  }

  /** State of the index: empty when absent, TRUE while it is being built, else FALSE. */
  private static String state(SessionClient client) {
    List<?> rows = client.query("select is_building from mosql.indexes where index_name = 't_a'");
    return rows.isEmpty() ? "none" : rows.get(0).toString();
  }

  @ParameterizedTest
  @EnumSource(names = {"ERROR", "DISK_FULL", "POWER_CUT"})
  void survivesAFaultAtEachOperation(Fault fault) {
    FaultyDirectory files = new FaultyDirectory(7);
    try (OpenDatabase database = open(files, 1);
        SessionClient client = new SessionClient(database)) {
      fill(client);
    }
    Set<String> seen = new HashSet<>();
    boolean met = true;
    int stride = Rotation.size(9, 1);
    for (long n = 1L + Rotation.offset(stride); met; n += stride) {
      files = files.kill();
      met = breakBuild(files, n, fault);
      files = n % 2 == 0 ? files.cutPower() : files.kill();
      try (OpenDatabase database = open(files, 2 * n + 1);
          SessionClient client = new SessionClient(database)) {
        seen.add(state(client));
        check(client);
        client.change("create index if not exists t_a on t (a)");
        assertThat(state(client)).isEqualTo("[false]");
        check(client);
        client.change("drop index t_a");
      }
    }
    if (Rotation.isNightly()) {
      assertThat(seen).contains("none", "[false]");
    }
    if (Rotation.isNightly() && fault != Fault.DISK_FULL) {
      assertThat(seen).contains("[true]");
    }
  }

  /** Whether the fault occurred during the build; the database is not closed. */
  private static boolean breakBuild(FaultyDirectory files, long n, Fault fault) {
    SessionClient client = new SessionClient(open(files, 2 * n));
    long at = files.operations() + n;
    files.failAt(at, fault);
    try {
      client.change("create index t_a on t (a)");
    } catch (MosqlException e) {
      assertThat(e.state())
          .isIn(SqlState.IO_ERROR, SqlState.COMMIT_OUTCOME_UNKNOWN, SqlState.DISK_FULL);
    }
    return files.operations() >= at;
  }
}
