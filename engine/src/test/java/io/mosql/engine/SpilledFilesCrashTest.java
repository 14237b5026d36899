package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files spilled by statements are deleted after a crash. */
final class SpilledFilesCrashTest {
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

  private static List<String> spilled(FaultyDirectory files) throws IOException {
    return files.list().stream().filter(name -> name.startsWith("sort-")).toList();
  }

  @Test
  void theNextStartDeletesThem() throws IOException {
    FaultyDirectory files = new FaultyDirectory(5);
    SessionClient client = new SessionClient(open(files, 1));
    client.change("create table t (id int primary key, a varchar(40))");
    client.change("insert into t select n, 'text ' || n from generate_series(1, 5000) as s(n)");
    try (PreparedStatementHandle set =
        client.session().prepare("set memory_limit = '128KB'", List.of())) {
      client.session().execute(set, new Object[0], ExecutionOptions.DEFAULT);
    }
    PreparedStatementHandle sort =
        client.session().prepare("select * from t order by a", List.of());
    client.session().setAutoCommit(false);
    StatementResult.Rows rows =
        (StatementResult.Rows)
            client.session().execute(sort, new Object[0], ExecutionOptions.DEFAULT);
    assertThat(rows.next()).isTrue();
    assertThat(spilled(files)).isNotEmpty();

    FaultyDirectory after = files.kill();
    assertThat(spilled(after)).as("what the crash left").isNotEmpty();
    try (OpenDatabase database = open(after, 2);
        SessionClient again = new SessionClient(database)) {
      assertThat(spilled(after)).isEmpty();
      assertThat(again.query("select count(*) from t")).containsExactly(List.of(5000L));
    }
  }
}
