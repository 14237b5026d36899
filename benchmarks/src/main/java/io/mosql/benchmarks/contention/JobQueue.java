package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.Client;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.db.Database;
import io.mosql.benchmarks.db.MarkedTables;
import io.mosql.benchmarks.db.RowBatch;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.Conditions;
import io.mosql.benchmarks.testbed.Console;
import io.mosql.benchmarks.workload.Workload;
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
 * A table of jobs that consumers take from, each the first that nobody else holds. Done jobs are
 * deleted or marked; in the end every job is either still there or acknowledged to one consumer.
 */
final class JobQueue implements Workload {
  private static final MarkedTables TABLES = new MarkedTables("jobs_config", List.of("jobs"));
  private static final String CREATE =
      """
      CREATE TABLE jobs (
        id integer NOT NULL, state integer NOT NULL, payload varchar(60),
        PRIMARY KEY (id))""";
  // Jobs that are done stay in the way of a search by key alone.
  private static final String INDEX = "CREATE INDEX jobs_by_state ON jobs (state, id)";
  private static final int ROWS_PER_COMMIT = 1000;

  private final int jobs;
  private final boolean marks;

  /**
   * @param marks whether done jobs are marked, not deleted
   */
  JobQueue(int jobs, boolean marks) {
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
  public void load(Database database, Console console) throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, marks ? List.of(CREATE, INDEX) : List.of(CREATE));
      fill(connection);
      TABLES.finish(connection, database.dialect(), Map.of("jobs", (long) jobs));
    }
  }

  private void fill(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (RowBatch batch = new RowBatch(connection, new LongAdder(), "jobs", "id, state, payload")) {
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

  /** What an earlier run took from the queue is put back. */
  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    if (waiting(connection).cardinality() < jobs) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DELETE FROM jobs");
      }
      fill(connection);
    }
    return new Taking();
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

  private final class Taking implements Round {
    private final List<Consumer> consumers = new ArrayList<>();

    @Override
    public Client client(Connection own, int number) throws SQLException {
      Consumer consumer = new Consumer(own, marks);
      consumers.add(consumer);
      return consumer;
    }

    @Override
    public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
      return List.of(
          Conditions.ask(1, "no job was acknowledged twice", this::doneTwice),
          Conditions.ask(
              2, "a job waits exactly when it was not acknowledged", () -> difference(observer)));
    }

    private @Nullable String doneTwice() {
      BitSet seen = new BitSet();
      for (Consumer consumer : consumers) {
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
      for (Consumer consumer : consumers) {
        consumer.done().forEach(expected::clear);
      }
      expected.xor(waiting(observer));
      int first = expected.nextSetBit(0);
      return first < 0 ? null : "%d jobs differ, first %d".formatted(expected.cardinality(), first);
    }
  }
}
