package io.mosql.engine.replay;

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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A round of concurrent clients on a database without other data, and the check of their results.
 * The seed determines the operations of each client, but not their interleaving. Failures are kept
 * in {@code target/replays}. Used by one thread.
 */
public final class ReplayRound implements AutoCloseable {
  private final Subject subject;
  private final String name;
  private final List<Worker> workers = new ArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean over;

  /** A client and its thread. */
  private final class Worker extends Thread {
    private final ReplayClient client;
    private final int turns;
    private final long pauseMillis;

    Worker(ReplayClient client, int turns, long pauseMillis, int number) {
      super("replay-" + number);
      this.client = client;
      this.turns = turns;
      this.pauseMillis = pauseMillis;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        for (int turn = 0; turn < turns && !over; turn++) {
          client.turn();
          if (pauseMillis > 0) {
            sleep(pauseMillis);
          }
        }
      } catch (SQLException | InterruptedException | RuntimeException | Error e) {
        failure.compareAndSet(null, e);
        over = true;
      }
    }
  }

  /**
   * Creates the tables, and starts the clients.
   *
   * @param name of the round, for its file
   * @param turns most transactions of each client
   * @param pauseMillis between two transactions of a client
   */
  public ReplayRound(
      Subject subject, String name, long seed, int clients, int turns, long pauseMillis)
      throws SQLException {
    this.subject = subject;
    this.name = name + "-" + seed;
    try (Connection connection = subject.connect()) {
      SerialReplay.fill(connection);
    }
    for (int i = 0; i < clients; i++) {
      workers.add(new Worker(new ReplayClient(subject, seed * 64 + i, i), turns, pauseMillis, i));
    }
    workers.forEach(Thread::start);
  }

  /** Whether a client is still running. */
  public boolean isRunning() {
    return workers.stream().anyMatch(Thread::isAlive);
  }

  /** Number of finished transactions. */
  public int played() {
    return workers.stream().mapToInt(worker -> worker.client.played().size()).sum();
  }

  /** Stops the clients after their current transactions. */
  public void stop() {
    over = true;
  }

  /** Waits for all clients, replays and compares. */
  public void judge(Totals totals) throws SQLException, IOException, InterruptedException {
    List<Played> all = new ArrayList<>();
    for (Worker worker : workers) {
      worker.join();
      all.addAll(worker.client.played());
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new AssertionError("a client of " + name + " failed", thrown);
    }
    for (Worker worker : workers) {
      worker.client.close();
    }
    List<String> wrong = new ArrayList<>();
    String url = "jdbc:mosql:mem:replay-" + name;
    try (Connection committed = DriverManager.getConnection(url);
        Connection trial = DriverManager.getConnection(url);
        Connection original = subject.connect()) {
      try {
        SerialReplay.fill(committed);
        SerialReplay replay = new SerialReplay(committed, trial, totals);
        wrong.addAll(replay.run(all, subject.order()));
        if (wrong.isEmpty()) {
          wrong.addAll(replay.compareContents(original));
        }
        subject.verify(wrong::add);
      } finally {
        try (Statement statement = committed.createStatement()) {
          statement.execute("shutdown");
        }
      }
    }
    totals.add("mismatches", wrong.size());
    if (!wrong.isEmpty()) {
      Path file = Path.of("target", "replays", name + ".txt");
      Files.createDirectories(file.getParent());
      Files.write(file, wrong);
      throw new AssertionError("replay " + file + ": " + wrong.get(0));
    }
  }

  @Override
  public void close() {
    over = true;
  }
}
