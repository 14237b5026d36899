package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.session.Sessions.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the progress of an index build, as other sessions see it before each of its commits. */
@Timeout(60)
final class BuildProgressTest {
  private static final String PROGRESS =
      "select command, object_name, file_name, rows_done, rows_total, rows_committed"
          + " from mosql.progress";

  /** A log that runs an action before it appends a record. */
  private static final class WatchedLog implements LocalCommitLog {
    private final LocalCommitLog log = new MemoryLog();
    private Runnable before = () -> {};

    @Override
    public void open(long afterIndex, StateMachine stateMachine) {
      log.open(afterIndex, stateMachine);
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      before.run();
      return log.append(record);
    }

    @Override
    public long lastIndex() {
      return log.lastIndex();
    }

    @Override
    public void purge(LogStamp upTo) {}

    @Override
    public int maxRecordBytes() {
      return log.maxRecordBytes();
    }

    @Override
    public void close() {}
  }

  private final WatchedLog log = new WatchedLog();
  private final Sessions sessions = new Sessions(Clock.SYSTEM, log);
  private final Client client = sessions.open();

  @AfterEach
  void close() {
    sessions.close();
  }

  private List<List<@Nullable Object>> seenDuring(String sql) {
    Client other = sessions.open();
    List<List<@Nullable Object>> seen = new ArrayList<>();
    log.before = () -> seen.addAll(other.rows(PROGRESS));
    client.state(sql);
    log.before = () -> {};
    assertThat(other.rows(PROGRESS)).isEmpty();
    return seen;
  }

  private static List<@Nullable Object> row(String index, long committed) {
    List<@Nullable Object> row = new ArrayList<>();
    row.add("CREATE INDEX");
    row.add("public.t." + index);
    row.add(null);
    row.addAll(List.of(12_000L, 12_000L, committed));
    return row;
  }

  @Test
  void rowsAreReadAndThenWrittenInChunks() {
    client.run("create table t (id int primary key, n int)");
    client.run("insert into t select i, i / 2 from generate_series(1, 12000) as s (i)");
    assertThat(seenDuring("create index t_n on t (n)"))
        .containsExactly(row("t_n", 0), row("t_n", 5_000), row("t_n", 10_000), row("t_n", 12_000));
    // A failed build drops the index at its end and is not shown afterwards.
    assertThat(seenDuring("create unique index t_u on t (n)")).contains(row("t_u", 0));
  }
}
