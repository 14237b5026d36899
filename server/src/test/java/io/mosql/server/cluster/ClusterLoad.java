package io.mosql.server.cluster;

import io.mosql.engine.history.Client;
import io.mosql.engine.history.Workload;
import io.mosql.engine.history.Workloads;
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
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Clients of all workloads, running concurrently with recorded histories: strict clients on
 * connections to the leader, and session clients on connections that read from other nodes. The
 * seed determines the operations of each client, but not their interleaving. Confined to one
 * thread.
 */
final class ClusterLoad implements AutoCloseable {
  private static final int TURNS_MAX = 2_000;
  private static final long VALUES_MAX = 20_000_000;
  private static final Duration PACE = Duration.ofMillis(60);

  /** Number of clients per workload. */
  private static final Map<String, Integer> CLIENTS =
      new TreeMap<>(
          Map.of(
              "list-text", 2,
              "list-rows", 2,
              "register", 2,
              "bank-mixed", 2,
              "counter", 2,
              "set", 2,
              "views", 2,
              "views-session", 3));

  private final ProcessCluster cluster;
  private final long seed;
  private final List<Crew> crews = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Map<String, AtomicLong> errors = new ConcurrentHashMap<>();

  /** Clients of a workload. */
  private record Crew(Workload workload, HistoryRecorder recorder, List<Worker> workers) {}

  /** Client with its thread. */
  private final class Worker extends Thread {
    private final Workload workload;
    private final Client client;
    private final SeededRandom seeds;
    private volatile int turns;

    Worker(Workload workload, Client client, SeededRandom seeds, String name) {
      super(name);
      this.workload = workload;
      this.client = client;
      this.seeds = seeds;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (turns < TURNS_MAX && !over.await(PACE.toMillis(), TimeUnit.MILLISECONDS)) {
          int turn = turns;
          workload.turn(client, seeds.fork(), turn);
          turns = turn + 1;
        }
      } catch (SQLException | InterruptedException | RuntimeException | Error e) {
        failure.compareAndSet(null, new AssertionError(getName() + " failed", e));
        over.countDown();
      }
    }

    boolean hasGoneOn(int since) {
      return turns > since || turns == TURNS_MAX || !isAlive();
    }
  }

  /** Creates the tables, replacing existing ones, and starts the clients. */
  ClusterLoad(ProcessCluster cluster, long seed) throws SQLException {
    this.cluster = cluster;
    this.seed = seed;
    SeededRandom seeds = new SeededRandom(seed);
    try (Connection connection = cluster.connect(Map.of());
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, Integer> entry : CLIENTS.entrySet()) {
        Workload workload = Workloads.of(entry.getKey(), TURNS_MAX);
        for (String sql : workload.tables()) {
          if (sql.startsWith("create table ")) {
            statement.execute("drop table if exists " + sql.split(" ")[2]);
          }
          statement.execute(sql);
        }
        crews.add(crew(workload, entry.getValue(), seeds));
      }
    }
    crews.forEach(crew -> crew.workers().forEach(Thread::start));
  }

  private Crew crew(Workload workload, int clients, SeededRandom seeds) {
    HistoryRecorder recorder = new HistoryRecorder(VALUES_MAX);
    List<Worker> workers = new ArrayList<>();
    for (int number = 0; number < clients; number++) {
      Client client = client(workload, recorder, number);
      workers.add(new Worker(workload, client, seeds.fork(), workload.name() + "-" + number));
    }
    return new Crew(workload, recorder, workers);
  }

  private Client client(Workload workload, HistoryRecorder recorder, int number) {
    Map<String, String> properties =
        workload.name().endsWith("-session")
            ? Map.of("readConsistency", "session", "targetServerType", "preferSecondary")
            : Map.of();
    return new Client(
        number,
        () -> cluster.connect(properties),
        recorder,
        ConsistencyModel.STRICT_SERIALIZABLE,
        (error, single) -> verdict(workload, error));
  }

  /**
   * Classifies an error that an application may receive when the cluster loses nodes, or when a
   * disk is full; null for any other error.
   */
  private @Nullable AttemptOutcome verdict(Workload workload, SQLException error) {
    String state = String.valueOf(error.getSQLState());
    errors.computeIfAbsent(state, key -> new AtomicLong()).incrementAndGet();
    return switch (state) {
      case "40001", "40P01", "53100" -> AttemptOutcome.FAILED;
      case Client.REFUSED -> workload.hasCheck() ? AttemptOutcome.FAILED : null;
      case "40003", "08001", "08006" -> AttemptOutcome.UNKNOWN;
      default -> null;
    };
  }

  private void requireNoFailure() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new AssertionError("a client failed", thrown);
    }
  }

  /** Waits for the given time, and fails if a client fails. */
  void hold(Duration time) throws InterruptedException {
    if (over.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
      requireNoFailure();
    }
  }

  /** Number of transactions ended by strict clients. */
  long turns() {
    return crews.stream()
        .filter(crew -> !crew.workload().name().endsWith("-session"))
        .flatMap(crew -> crew.workers().stream())
        .mapToLong(worker -> worker.turns)
        .sum();
  }

  /** Waits until each client has completed its current operation. */
  void awaitProgress(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    Map<Worker, Integer> before = new ConcurrentHashMap<>();
    workers().forEach(worker -> before.put(worker, worker.turns));
    while (!before.isEmpty()) {
      requireNoFailure();
      before.entrySet().removeIf(entry -> entry.getKey().hasGoneOn(entry.getValue()));
      if (System.nanoTime() > deadline) {
        throw stuck(List.copyOf(before.keySet()), atMost);
      }
      hold(Duration.ofMillis(20));
    }
  }

  private List<Worker> workers() {
    return crews.stream().flatMap(crew -> crew.workers().stream()).toList();
  }

  private static AssertionError stuck(List<Worker> workers, Duration atMost) {
    AssertionError stuck =
        new AssertionError(workers.stream().map(Thread::getName).toList() + " hang for " + atMost);
    for (Worker worker : workers) {
      Exception where = new Exception(worker.getName());
      where.setStackTrace(worker.getStackTrace());
      stuck.addSuppressed(where);
    }
    return stuck;
  }

  /** Stops all clients, reads all tables, and checks the histories. */
  void finish(Duration atMost, Totals totals)
      throws SQLException, IOException, InterruptedException {
    over.countDown();
    long deadline = System.nanoTime() + atMost.toNanos();
    for (Worker worker : workers()) {
      worker.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      if (worker.isAlive()) {
        throw stuck(List.of(worker), atMost);
      }
    }
    requireNoFailure();
    for (Crew crew : crews) {
      for (Worker worker : crew.workers()) {
        worker.client.close();
      }
      try (Client last = client(crew.workload(), crew.recorder(), crew.workers().size())) {
        crew.workload().readAll(last);
      }
      judge(crew, totals);
    }
    errors.forEach((state, count) -> totals.add("answers " + state, count.get()));
  }

  private void judge(Crew crew, Totals totals) throws IOException {
    History history = crew.recorder().history();
    String name = crew.workload().name();
    List<Anomaly> anomalies = crew.workload().check(history, ConsistencyModel.STRICT_SERIALIZABLE);
    if (!anomalies.isEmpty()) {
      Path file = Path.of("target", "histories", "cluster-" + name + "-" + seed);
      Files.createDirectories(file.getParent());
      Files.writeString(file, history.toString());
      throw new AssertionError("history " + file + ": " + anomalies);
    }
    totals.add("histories", 1);
    totals.add("transactions acknowledged", history.count(AttemptOutcome.OK));
    totals.add("transactions failed", history.count(AttemptOutcome.FAILED));
    totals.add("transactions of unknown fate", history.count(AttemptOutcome.UNKNOWN));
  }

  /** Stops the clients without checks. */
  @Override
  public void close() {
    over.countDown();
  }
}
