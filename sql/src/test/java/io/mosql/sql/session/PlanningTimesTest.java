package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a cancel request or a timeout also ends a statement during planning. */
final class PlanningTimesTest {
  private static final String LONG =
      "select count(*) from t where b + 1 in ("
          + IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining(", "))
          + ")";

  private final ManualClock time = new ManualClock();

  /** The action to run on each reading of the clock. */
  private Runnable happening = () -> {};

  private final Sessions sessions =
      new Sessions(
          new Clock() {
            @Override
            public long wallMicros() {
              return time.wallMicros();
            }

            @Override
            public long nanoTime() {
              happening.run();
              return time.nanoTime();
            }
          });

  private final Client client = sessions.open();

  PlanningTimesTest() {
    sessions.run("create table t (a int primary key, b int)");
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  @Test
  void planningEndsWithTheTimeOfStatements() {
    client.run("set query_timeout = 100");
    happening = () -> time.advance(Duration.ofMillis(1));
    assertThat(client.state(LONG)).isEqualTo("57014");
    assertThat(client.state("select count(*) from t")).isEqualTo("ok");
  }

  @Test
  void planningEndsWhenItIsCancelled() {
    client.run("set query_timeout = 3600000");
    happening = client.session::cancel;
    assertThat(client.state(LONG)).isEqualTo("57014");
    happening = () -> {};
    assertThat(client.state(LONG)).isEqualTo("ok");
  }

  @Test
  void planningEndsWhenTheSessionIsClosed() {
    client.run("set query_timeout = 3600000");
    happening = client.session::close;
    assertThat(client.state(LONG)).isEqualTo("08003");
  }

  @Test
  void planningEndsWhenTheSessionIsKilled() {
    client.run("set query_timeout = 3600000");
    happening = ((SqlSession) client.session)::kill;
    assertThat(client.state(LONG)).isEqualTo("57P01");
  }

  /** The error of a text is determined after planning has failed. */
  @Test
  void theTimeOfAStatementIsNotThatOfTheNextOne() {
    ExecutionOptions brief = new ExecutionOptions(0, 1000, null);
    client.session.execute(
        client.session.prepare("insert into t values (1, 1)", List.of()), new Object[0], brief);
    time.advance(Duration.ofHours(1));
    assertThat(client.state("select x from nowhere")).isEqualTo("42P01");
  }

  /** Planning another statement does not extend the time limit of an open cursor. */
  @Test
  void aCursorKeepsItsTime() {
    sessions.run("insert into t select n, n from generate_series(1, 3000) as s(n)");
    client.session.setAutoCommit(false);
    client.run("set query_timeout = 1000");
    try (StatementResult.Rows rows = client.open("select a from t")) {
      assertThat(rows.next()).isTrue();
      client.run("set query_timeout = 5000");
      client.session.prepare("select b from t", List.of()).close();
      time.advance(Duration.ofMillis(1001));
      assertThat(stateOfReading(rows)).isEqualTo("57014");
    }
  }

  private static String stateOfReading(StatementResult.Rows rows) {
    try {
      while (rows.next()) {
        // to the end
      }
      return "ok";
    } catch (MosqlException e) {
      return e.sqlState();
    }
  }
}
