package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that a committed statement is not reported as cancelled, however long the commit took. */
final class TimeoutAtCommitTest {
  private static final ExecutionOptions SHORT = new ExecutionOptions(0, 1000, null);

  private final ManualClock clock = new ManualClock();

  /** A log in which every append takes a minute. */
  private final class SlowLog implements LocalCommitLog {
    private final LocalCommitLog log = new MemoryLog();

    @Override
    public void open(long afterIndex, StateMachine stateMachine) {
      log.open(afterIndex, stateMachine);
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      clock.advance(Duration.ofMinutes(1));
      return log.append(record);
    }

    @Override
    public long lastIndex() {
      return log.lastIndex();
    }

    @Override
    public void purge(LogStamp upTo) {
      log.purge(upTo);
    }

    @Override
    public int maxRecordBytes() {
      return log.maxRecordBytes();
    }

    @Override
    public void close() {
      log.close();
    }
  }

  @Test
  void aTimeoutThatPassesDuringCommitIsNone() {
    try (Sessions sessions = new Sessions(clock, new SlowLog())) {
      sessions.run("create table t (id int primary key)");
      Client client = sessions.open();
      assertThat(run(client, "insert into t values (1)")).isEqualTo(1);
      client.run("set query_timeout = 1000");
      assertThat(client.run("insert into t values (2)")).isEqualTo(1);
      client.run("begin");
      assertThat(client.run("insert into t values (3)")).isEqualTo(1);
      assertThat(client.state("commit")).isEqualTo("ok");
      assertThat(client.batch("insert into t values (?)", List.<Object[]>of(new Object[] {4})))
          .containsExactly(1);
      assertThat(sessions.column("select id from t order by id")).isEqualTo(List.of(1, 2, 3, 4));
    }
  }

  private static long run(Client client, String sql) {
    return ((StatementResult.Update)
            client.session.execute(client.session.prepare(sql, List.of()), new Object[0], SHORT))
        .updateCount();
  }
}
