package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.session.command.BackupDestination;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An in-memory database for tests, with its sessions and the threads that use them. */
public final class Sessions implements AutoCloseable {
  private final Store store;
  private final SqlDatabase database;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Client watcher;

  public Sessions(Clock clock) {
    this(clock, new MemoryLog());
  }

  Sessions(Clock clock, CommitLog log) {
    this(clock, log, SessionMonitor.unmonitored());
  }

  public Sessions(Clock clock, CommitLog log, SessionMonitor oversight) {
    this(clock, log, oversight, TemporaryFiles.inMemory());
  }

  Sessions(Clock clock, CommitLog log, SessionMonitor oversight, TemporaryFiles sorting) {
    store = Store.open(log, clock, new SeededRandom(1), StoreOptions.DEFAULT);
    database =
        new SqlDatabase(
            "test",
            store,
            clock,
            () -> LogStatistics.NONE,
            () -> {},
            IndexBuildOptions.of(sorting),
            CopyFiles.NONE,
            BackupDestination.NONE,
            oversight,
            AccountService.NONE);
    watcher = open();
  }

  public SqlDatabase database() {
    return database;
  }

  public Client open() {
    return open(Map.of());
  }

  public Client open(Map<SessionProperty, String> properties) {
    return new Client(database.connect(properties, () -> {}));
  }

  /** A session in which statements share a transaction. */
  public Client manual() {
    Client client = open();
    client.session.setAutoCommit(false);
    return client;
  }

  /** Runs statements separated by semicolons. */
  public Sessions run(String script) {
    for (String sql : script.split(";\\s*")) {
      watcher.run(sql);
    }
    return this;
  }

  public @Nullable Object value(String sql) {
    return watcher.value(sql);
  }

  /** The first column of a query. */
  public List<@Nullable Object> column(String sql) {
    List<@Nullable Object> column = new ArrayList<>();
    watcher.rows(sql).forEach(row -> column.add(row.get(0)));
    return column;
  }

  /** Waits until this many sessions are registered as waiting for row locks. */
  public void awaitWaiting(long sessions) {
    await("select count(*) from mosql.locks where state = 'waiting'", sessions);
    await("select count(*) from mosql.sessions where state = 'waiting'", sessions);
  }

  /** Waits until there are no row locks and no waiting sessions. */
  public void awaitNothingHeld() {
    await("select count(*) from mosql.locks", 0);
  }

  private void await(String count, long wanted) {
    while (!Objects.equals(value(count), wanted)) {
      LockSupport.parkNanos(100_000);
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("interrupted while waiting");
      }
    }
  }

  /** The work of a thread. */
  interface Work {
    void run() throws Exception;
  }

  Future<?> start(Work work) {
    return threads.submit(
        () -> {
          work.run();
          return null;
        });
  }

  /** Runs the same work in several threads; the first failure is thrown. */
  void inThreads(int count, Work work) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(start(work));
    }
    for (Future<?> one : all) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new AssertionError("a thread failed", e.getCause());
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    database.close();
    store.close();
  }

  /**
   * A session with methods for tests. Used by one thread at a time, except for cancelling and
   * closing.
   */
  public final class Client implements AutoCloseable {
    public final Session session;

    Client(Session session) {
      this.session = session;
    }

    /** Number of rows changed, or read. */
    public long run(String sql, @Nullable Object... parameters) {
      try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
        StatementResult result = session.execute(handle, parameters, ExecutionOptions.DEFAULT);
        return result instanceof StatementResult.Update update
            ? update.updateCount()
            : read((StatementResult.Rows) result).size();
      }
    }

    public StatementResult.Rows open(String sql) {
      return (StatementResult.Rows)
          session.execute(session.prepare(sql, List.of()), new Object[0], ExecutionOptions.DEFAULT);
    }

    List<List<@Nullable Object>> rows(String sql) {
      return read(open(sql));
    }

    private static List<List<@Nullable Object>> read(StatementResult.Rows rows) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      try (rows) {
        while (rows.next()) {
          all.add(Arrays.asList(rows.row().clone()));
        }
      }
      return all;
    }

    /** The only value of the only row. */
    public @Nullable Object value(String sql) {
      List<List<@Nullable Object>> rows = rows(sql);
      if (rows.size() != 1 || rows.get(0).size() != 1) {
        throw new AssertionError("not one value: " + rows);
      }
      return rows.get(0).get(0);
    }

    /** SQLSTATE that the statement fails with, or "ok". */
    public String state(String sql) {
      return stateOf(() -> run(sql));
    }

    public String commit() {
      return stateOf(session::commit);
    }

    public String stateOf(Runnable work) {
      try {
        work.run();
        return "ok";
      } catch (MosqlException e) {
        return e.sqlState();
      } catch (BatchFailure e) {
        return e.failure().sqlState();
      }
    }

    public long[] batch(String sql, List<@Nullable Object[]> tuples) {
      try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
        return session.executeBatch(handle, tuples, ExecutionOptions.DEFAULT);
      }
    }

    /** The value of the only row, read by a thread of its own. */
    Future<@Nullable Object> later(String query) {
      return threads.submit(() -> value(query));
    }

    /** The SQLSTATE of a statement, or "ok", run by a thread of its own. */
    public Future<String> stateLater(String sql) {
      return threads.submit(() -> state(sql));
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
