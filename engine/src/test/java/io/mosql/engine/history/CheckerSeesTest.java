package io.mosql.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.AttemptOutcome;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.ListAppendChecker;
import io.mosql.testkit.history.TransactionStep;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The anomalies that a level allows occur and are detected: two clients with a fixed order of
 * statements produce the anomaly, and the checker of the next stricter level finds it.
 */
final class CheckerSeesTest {
  private static final String URL = "jdbc:mosql:mem:checker-sees";

  private final HistoryRecorder recorder = new HistoryRecorder(Long.MAX_VALUE);

  @BeforeEach
  void create() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("create table list (id int primary key, v text not null)");
      statement.execute("insert into list values (1, ''), (2, '')");
    }
  }

  @AfterEach
  void shutDown() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
  }

  private Client client(int number, ConsistencyModel promise) {
    return new Client(number, () -> DriverManager.getConnection(URL), recorder, promise);
  }

  private static void append(Client client, HistoryRecorder.Running running, long list, long value)
      throws SQLException {
    running.add(new TransactionStep.Append(list, value));
    client.changeOne("update list set v = v || ? where id = ?", "," + value, list);
  }

  private static void read(Client client, HistoryRecorder.Running running, long list)
      throws SQLException {
    String text =
        String.valueOf(client.rows("select v from list where id = ?", list).get(0).get(0));
    running.add(
        new TransactionStep.ReadList(
            list,
            Arrays.stream(text.split(","))
                .filter(value -> !value.isEmpty())
                .map(Long::valueOf)
                .toList()));
  }

  /**
   * Each client reads the list that the other one appends to; one commits during the other's
   * transaction.
   */
  private History writeSkew(ConsistencyModel level) throws SQLException {
    try (Client one = client(0, level);
        Client two = client(1, level)) {
      one.transaction(
          outer -> {
            read(one, outer, 1);
            read(one, outer, 2);
            two.transaction(
                inner -> {
                  read(two, inner, 1);
                  read(two, inner, 2);
                  append(two, inner, 1, 10);
                });
            append(one, outer, 2, 20);
          });
      one.statement(running -> read(one, running, 1));
      one.statement(running -> read(one, running, 2));
    }
    return recorder.history();
  }

  /** One client appends to two lists between the two reads of the other. */
  private History readSkew(ConsistencyModel level) throws SQLException {
    try (Client one = client(0, level);
        Client two = client(1, level)) {
      one.transaction(
          outer -> {
            read(one, outer, 1);
            two.transaction(
                inner -> {
                  append(two, inner, 1, 10);
                  append(two, inner, 2, 20);
                });
            read(one, outer, 2);
          });
      one.statement(running -> read(one, running, 1));
    }
    return recorder.history();
  }

  private static List<Anomaly.Kind> kinds(History history, ConsistencyModel promise) {
    return ListAppendChecker.check(history, promise).stream().map(Anomaly::kind).toList();
  }

  @Test
  void writeSkewAtRepeatableRead() throws SQLException {
    History history = writeSkew(ConsistencyModel.SNAPSHOT);
    assertThat(history.count(AttemptOutcome.OK)).isEqualTo(4);
    assertThat(kinds(history, ConsistencyModel.STRICT_SERIALIZABLE))
        .containsExactly(Anomaly.Kind.WRITE_SKEW);
    assertThat(kinds(history, ConsistencyModel.SNAPSHOT)).isEmpty();
  }

  @Test
  void noWriteSkewAtSerializable() throws SQLException {
    History history = writeSkew(ConsistencyModel.STRICT_SERIALIZABLE);
    assertThat(history.count(AttemptOutcome.FAILED)).isEqualTo(1);
    assertThat(kinds(history, ConsistencyModel.STRICT_SERIALIZABLE)).isEmpty();
  }

  @Test
  void readSkewAtReadCommitted() throws SQLException {
    History history = readSkew(ConsistencyModel.READ_COMMITTED);
    assertThat(history.count(AttemptOutcome.OK)).isEqualTo(3);
    assertThat(kinds(history, ConsistencyModel.SNAPSHOT)).containsExactly(Anomaly.Kind.READ_SKEW);
    assertThat(kinds(history, ConsistencyModel.READ_COMMITTED)).isEmpty();
  }

  @Test
  void noReadSkewAtRepeatableRead() throws SQLException {
    History history = readSkew(ConsistencyModel.SNAPSHOT);
    assertThat(history.count(AttemptOutcome.OK)).isEqualTo(3);
    assertThat(kinds(history, ConsistencyModel.STRICT_SERIALIZABLE)).isEmpty();
  }
}
