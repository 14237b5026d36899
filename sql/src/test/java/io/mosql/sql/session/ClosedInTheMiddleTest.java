package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A session that ends while a statement of it is at work, at each place where the statement asks
 * the clock. What the client is told then is the end, not what followed from it.
 */
@Timeout(60)
final class ClosedInTheMiddleTest {
  private static final Runnable NOTHING = () -> {};

  private final Thread tester = Thread.currentThread();
  private int questionsLeft;
  private Runnable event = NOTHING;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanoTime() {
          asked();
          return System.nanoTime();
        }

        @Override
        public long wallMicros() {
          asked();
          return 1_000_000;
        }
      };

  private void asked() {
    if (Thread.currentThread() == tester && questionsLeft-- == 0) {
      event.run();
    }
  }

  /** Who ends the session, and what its client is told. */
  enum End {
    KILL("57P01"),
    SHUTDOWN("57P01"),
    CLOSE("08003");

    private final String state;

    End(String state) {
      this.state = state;
    }
  }

  private static Runnable event(End end, Sessions sessions, Client client) {
    SqlSession session = (SqlSession) client.session;
    return switch (end) {
      case KILL -> session::kill;
      case SHUTDOWN -> sessions.database()::close;
      case CLOSE -> session::close;
    };
  }

  /** All that a client meets from here on. */
  private static List<String> states(Client client, String sql) {
    List<String> states = new ArrayList<>();
    try {
      StatementResult.Rows rows = client.open(sql);
      while (rows.next()) {
        states.add("row");
      }
    } catch (MosqlException e) {
      states.add(e.sqlState());
    }
    return states;
  }

  @ParameterizedTest
  @EnumSource
  void theReasonIsTold(End end) {
    for (boolean autocommit : List.of(true, false)) {
      int at = 0;
      while (endsAt(at, end, autocommit)) {
        at++;
      }
      assertThat(at).isGreaterThan(2);
    }
  }

  /** Whether the statement asked so often. */
  private boolean endsAt(int question, End end, boolean autocommit) {
    try (Sessions sessions = new Sessions(clock)) {
      sessions.run("create table t (id int primary key)");
      sessions.run("insert into t values (1), (2), (3)");
      Client client = autocommit ? sessions.open() : sessions.manual();
      event = event(end, sessions, client);
      questionsLeft = question;
      List<String> states = states(client, "select id, now() from t order by id");
      boolean ended = questionsLeft < 0;
      questionsLeft = Integer.MAX_VALUE;
      if (ended) {
        // After the last row the statement is done, whatever happens to the session.
        assertThat(states)
            .as("at question %d", question)
            .isIn(List.of(end.state), List.of("row", "row", "row"));
      }
      return ended;
    }
  }
}
