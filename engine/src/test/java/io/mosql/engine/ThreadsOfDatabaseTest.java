package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.jdbc.MosqlDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed database has no threads: they have ended when the call that closes it returns. */
class ThreadsOfDatabaseTest {
  @TempDir Path directory;

  /** The threads of databases that have started since. */
  private static List<String> since(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && thread.getName().startsWith("mosql-"))
        .map(Thread::getName)
        .toList();
  }

  private static Set<Thread> now() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  /** Uses what has a thread of its own: log, checkpoints, statistics, idle transactions. */
  private static void use(Statement statement) throws SQLException {
    statement.execute("set idle_transaction_timeout = 100");
    statement.execute("create table t (id integer primary key, v varchar(2000))");
    statement.execute(
        "insert into t select x, repeat('x', 1000) from generate_series(1, 4000) as s(x)");
    statement.execute("create index on t (v)");
    statement.execute("drop table t");
    statement.execute("create table large (id integer primary key, c clob)");
    statement.execute("insert into large values (1, repeat('x', 300000))");
    statement.execute("drop table large");
  }

  @Test
  void theLastConnectionToFilesEndsThem() throws SQLException {
    MosqlDataSource source = new MosqlDataSource("jdbc:mosql:file:" + directory.resolve("files"));
    for (int round = 0; round < 10; round++) {
      Set<Thread> before = now();
      try (Connection first = source.getConnection();
          Statement statement = first.createStatement()) {
        try (Connection second = source.getConnection()) {
          use(statement);
          assertThat(second.isValid(0)).isTrue();
        }
        assertThat(since(before))
            .contains("mosql-log", "mosql-checkpoint", "mosql-idle", "mosql-large-objects");
      }
      assertThat(since(before)).isEmpty();
    }
  }

  @Test
  void shutdownEndsThem() throws SQLException {
    for (String url :
        List.of("jdbc:mosql:mem:threads", "jdbc:mosql:file:" + directory.resolve("d"))) {
      MosqlDataSource source = new MosqlDataSource(url);
      for (int round = 0; round < 10; round++) {
        Set<Thread> before = now();
        try (Connection connection = source.getConnection();
            Statement statement = connection.createStatement()) {
          use(statement);
          assertThat(since(before)).contains("mosql-log");
          statement.execute("shutdown");
          assertThat(since(before)).isEmpty();
        }
        assertThat(since(before)).isEmpty();
      }
    }
  }

  /** Threads that are busy are waited for. */
  @Test
  void aCheckpointThatRunsIsWaitedFor() throws SQLException {
    MosqlDataSource source =
        new MosqlDataSource(
            "jdbc:mosql:file:" + directory.resolve("busy") + "?checkpointLogBytes=1MB");
    Set<Thread> before = now();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id integer primary key, v varchar(2000))");
      for (int i = 0; i < 20; i++) {
        statement.execute(
            "insert into t select x, repeat('x', 1000) from generate_series("
                + (i * 500 + 1)
                + ", "
                + (i * 500 + 500)
                + ") as s(x)");
      }
    }
    assertThat(since(before)).isEmpty();
  }
}
