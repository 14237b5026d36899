package io.mosql.engine.history;

import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histories of sixteen clients at each level of isolation, of which the soak plays more. */
@Timeout(300)
final class HistoryTest {
  private static final int CLIENTS = 16;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "list-text, STRICT_SERIALIZABLE, mem, 120",
    "list-text, SNAPSHOT, mem, 100",
    "list-text, READ_COMMITTED, mem, 100",
    "list-rows, STRICT_SERIALIZABLE, file, 100",
    "register, STRICT_SERIALIZABLE, mem, 120",
    "register, SNAPSHOT, mem, 100",
    "bank-mixed, STRICT_SERIALIZABLE, file, 120",
    "bank-mixed, READ_COMMITTED, mem, 120",
    "counter, STRICT_SERIALIZABLE, mem, 120",
    "set, STRICT_SERIALIZABLE, file, 120",
    "views, STRICT_SERIALIZABLE, mem, 120",
    "views-session, STRICT_SERIALIZABLE, mem, 80"
  })
  void keepsWhatItsLevelPromises(String kind, ConsistencyModel promise, String where, int turns)
      throws SQLException, IOException {
    String url = "jdbc:mosql:" + where + ":" + directory.resolve("history");
    Workload workload = Workloads.of(kind, turns);
    new HistoryRun(workload, promise, url, 1, CLIENTS, turns).play(new Totals());
  }
}
