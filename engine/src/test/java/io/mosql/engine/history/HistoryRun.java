package io.mosql.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.AttemptOutcome;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A run of a workload by some clients on a new database, recorded and checked. The seed determines
 * the operations of each client, but not the interleaving of the threads. A history with anomalies
 * is kept in {@code target/histories}.
 *
 * @param url of a database that is not open and is empty
 * @param turns of each client
 */
record HistoryRun(
    Workload workload, ConsistencyModel promise, String url, long seed, int clients, int turns) {
  private static final long VALUES_MAX = 20_000_000;

  /** Plays and checks the history. */
  void play(Totals totals) throws SQLException, IOException {
    HistoryRecorder recorder = new HistoryRecorder(VALUES_MAX);
    try (Connection keeper = DriverManager.getConnection(url)) {
      try (Statement statement = keeper.createStatement()) {
        for (String sql : workload.tables()) {
          statement.execute(sql);
        }
      }
      try {
        inThreads(recorder);
        try (Client last = client(clients, recorder)) {
          workload.readAll(last);
        }
      } finally {
        try (Statement statement = keeper.createStatement()) {
          statement.execute("shutdown");
        }
      }
    }
    History history = recorder.history();
    judge(history);
    totals.add("histories", 1);
    totals.add("transactions acknowledged", history.count(AttemptOutcome.OK));
    totals.add("transactions failed", history.count(AttemptOutcome.FAILED));
    totals.add("transactions of unknown fate", history.count(AttemptOutcome.UNKNOWN));
  }

  private void judge(History history) throws IOException {
    List<Anomaly> anomalies = workload.check(history, promise);
    if (!anomalies.isEmpty()) {
      Path file = Path.of("target", "histories", workload.name() + "-" + promise + "-" + seed);
      Files.createDirectories(file.getParent());
      Files.writeString(file, history.toString());
      throw new AssertionError("history " + file + ": " + anomalies);
    }
    // Otherwise the history is not significant.
    assertThat(history.count(AttemptOutcome.OK)).isGreaterThan(history.attempts().size() / 10);
  }

  private Client client(int number, HistoryRecorder recorder) {
    return new Client(
        number,
        () -> DriverManager.getConnection(url),
        recorder,
        promise,
        Client.Verdicts.local(workload.hasCheck()));
  }

  private void inThreads(HistoryRecorder recorder) throws SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    CountDownLatch start = new CountDownLatch(clients);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int number = i;
        all.add(
            threads.submit(
                () -> {
                  live(number, recorder, start);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a client failed", e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void live(int number, HistoryRecorder recorder, CountDownLatch start)
      throws SQLException, InterruptedException {
    SeededRandom seeds = new SeededRandom(seed * Client.NUMBERS + number);
    try (Client client = client(number, recorder)) {
      start.countDown();
      start.await();
      for (int turn = 0; turn < turns && recorder.hasRoom(); turn++) {
        workload.turn(client, seeds.fork(), turn);
      }
    } finally {
      start.countDown();
    }
  }
}
