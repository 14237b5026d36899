package io.mosql.engine.history;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories of sixteen clients at each level of isolation; the soak plays more of them. */
@Timeout(300)
final class HistoryTest {
  private static final int CLIENTS = 16;

  private static final List<String> ALL =
      List.of(
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
          "views-session, STRICT_SERIALIZABLE, mem, 80");

  @TempDir Path directory = Path.of("");

  /** Only a part of the histories is repeated over the network. */
  static List<Arguments> histories() {
    int size = System.getProperty("mosql.test.door", "").isEmpty() ? 6 : 2;
    return Rotation.sample(ALL, size).stream().map(HistoryTest::arguments).toList();
  }

  private static Arguments arguments(String line) {
    return Arguments.of((Object[]) line.split(", "));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void keepsWhatItsLevelPromises(String kind, ConsistencyModel promise, String where, int turns)
      throws SQLException, IOException {
    String url = "jdbc:mosql:" + where + ":" + directory.resolve("history");
    Workload workload = Workloads.of(kind, turns);
    new HistoryRun(workload, promise, url, 1, CLIENTS, turns).play(new Totals());
  }
}
