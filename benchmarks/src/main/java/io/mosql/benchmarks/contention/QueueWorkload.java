package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.BenchmarkClient;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.InsertBatch;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ConsistencyQueries;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.workload.BenchmarkWorkload;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Workload in which consumers take jobs from a table with SKIP LOCKED. Completed jobs are deleted
 * or marked. Invariant checked after a run: every job is either still in the queue or was
 * acknowledged to exactly one consumer.
 */
final class QueueWorkload implements BenchmarkWorkload {
  private static final BenchmarkTables TABLES = new BenchmarkTables("jobs_config", List.of("jobs"));
  private static final String CREATE =
      """
      CREATE TABLE jobs (
        id integer NOT NULL, state integer NOT NULL, payload varchar(60),
        PRIMARY KEY (id))""";
  // An index on the state, since a search by key alone would read completed jobs.
  private static final String INDEX = "CREATE INDEX jobs_by_state ON jobs (state, id)";
  private static final int ROWS_PER_COMMIT = 1000;

  private final int jobs;
  private final boolean marks;

  /**
   * @param marks whether completed jobs are marked instead of deleted
   */
  QueueWorkload(int jobs, boolean marks) {
    if (jobs < 1) {
      throw new IllegalArgumentException("at least one job is needed");
    }
    this.jobs = jobs;
    this.marks = marks;
  }

  @Override
  public String label() {
    return "job";
  }

  @Override
  public String unit() {
    return "jobs/s";
  }

  @Override
  public String clients() {
    return "consumers";
  }

  @Override
  public boolean isLoaded(Connection connection) throws SQLException {
    return !TABLES.filled(connection).isEmpty();
  }

  @Override
  public void load(Database database, ProgressConsole console) throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, marks ? List.of(CREATE, INDEX) : List.of(CREATE));
      fill(connection);
      TABLES.finish(connection, database.dialect(), Map.of("jobs", (long) jobs));
    }
  }

  private void fill(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (InsertBatch batch =
        new InsertBatch(connection, new LongAdder(), "jobs", "id, state, payload")) {
      for (int id = 1; id <= jobs; id++) {
        batch.number(id).number(0).text("what is to be done for number " + id).end();
        if (id % ROWS_PER_COMMIT == 0 || id == jobs) {
          batch.send();
          connection.commit();
        }
      }
    }
    connection.setAutoCommit(true);
  }

  /** Restores the jobs taken by an earlier run. */
  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    if (waiting(connection).cardinality() < jobs) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DELETE FROM jobs");
      }
      fill(connection);
    }
    return new QueueRound();
  }

  private static BitSet waiting(Connection connection) throws SQLException {
    BitSet ids = new BitSet();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT id FROM jobs WHERE state = 0")) {
      while (row.next()) {
        ids.set(row.getInt(1));
      }
    }
    return ids;
  }

  private final class QueueRound implements Round {
    private final List<QueueConsumer> consumers = new ArrayList<>();

    @Override
    public BenchmarkClient client(Connection own, int number) throws SQLException {
      QueueConsumer consumer = new QueueConsumer(own, marks);
      consumers.add(consumer);
      return consumer;
    }

    @Override
    public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
      return List.of(
          ConsistencyQueries.ask(1, "no job was acknowledged twice", this::doneTwice),
          ConsistencyQueries.ask(
              2, "a job waits exactly when it was not acknowledged", () -> difference(observer)));
    }

    private @Nullable String doneTwice() {
      BitSet seen = new BitSet();
      for (QueueConsumer consumer : consumers) {
        for (int id : consumer.done()) {
          if (seen.get(id)) {
            return "job " + id;
          }
          seen.set(id);
        }
      }
      return null;
    }

    private @Nullable String difference(Connection observer) throws SQLException {
      BitSet expected = new BitSet();
      expected.set(1, jobs + 1);
      for (QueueConsumer consumer : consumers) {
        consumer.done().forEach(expected::clear);
      }
      expected.xor(waiting(observer));
      int first = expected.nextSetBit(0);
      return first < 0 ? null : "%d jobs differ, first %d".formatted(expected.cardinality(), first);
    }
  }
}
