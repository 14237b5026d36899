package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.BenchmarkClient;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ConsistencyQueries;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.workload.BenchmarkWorkload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workload in which all clients increment one row in autocommit mode. */
final class IncrementWorkload implements BenchmarkWorkload {
  private static final BenchmarkTables TABLES =
      new BenchmarkTables("counter_config", List.of("counter"));
  private static final String CREATE =
      "CREATE TABLE counter (id integer NOT NULL, n bigint NOT NULL, PRIMARY KEY (id))";
  private static final String FILL = "INSERT INTO counter (id, n) VALUES (1, 0)";
  private static final String RAISE = "UPDATE counter SET n = n + 1 WHERE id = 1";
  private static final String READ = "SELECT n FROM counter WHERE id = 1";

  @Override
  public String label() {
    return "count";
  }

  @Override
  public String unit() {
    return "commits/s";
  }

  @Override
  public String clients() {
    return "threads";
  }

  @Override
  public boolean isLoaded(Connection connection) throws SQLException {
    return !TABLES.filled(connection).isEmpty();
  }

  @Override
  public void load(Database database, ProgressConsole console) throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, List.of(CREATE, FILL));
      TABLES.finish(connection, database.dialect(), Map.of("rows", 1L));
    }
  }

  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    long before = ConsistencyQueries.number(connection, READ);
    return new Round() {
      @Override
      public BenchmarkClient client(Connection own, int number) throws SQLException {
        return new Incrementer(own.prepareStatement(RAISE));
      }

      @Override
      public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
        return List.of(
            ConsistencyQueries.ask(
                1,
                "the counter grew by the number of acknowledged commits",
                () -> {
                  long grown = ConsistencyQueries.number(observer, READ) - before;
                  return grown == run.acknowledged()
                      ? null
                      : "%d, not %d".formatted(grown, run.acknowledged());
                }));
      }
    };
  }

  private record Incrementer(PreparedStatement raise) implements BenchmarkClient {
    @Override
    public void prepare() {}

    @Override
    public Step execute() throws SQLException {
      int rows = raise.executeUpdate();
      if (rows != 1) {
        throw new SQLException(rows + " rows instead of one", "02000");
      }
      return Step.DONE;
    }

    @Override
    public void acknowledged() {}
  }
}
