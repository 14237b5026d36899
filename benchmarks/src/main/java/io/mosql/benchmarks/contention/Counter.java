package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.Client;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.db.Database;
import io.mosql.benchmarks.db.MarkedTables;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.Conditions;
import io.mosql.benchmarks.testbed.Console;
import io.mosql.benchmarks.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row that all threads raise by one, in autocommit; in the end it must have grown by just that.
 */
final class Counter implements Workload {
  private static final MarkedTables TABLES = new MarkedTables("counter_config", List.of("counter"));
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
  public void load(Database database, Console console) throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, List.of(CREATE, FILL));
      TABLES.finish(connection, database.dialect(), Map.of("rows", 1L));
    }
  }

  @Override
  public Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException {
    long before = Conditions.number(connection, READ);
    return new Round() {
      @Override
      public Client client(Connection own, int number) throws SQLException {
        return new Raiser(own.prepareStatement(RAISE));
      }

      @Override
      public List<ConditionResult> check(Connection observer, ClientRun.Result run) {
        return List.of(
            Conditions.ask(
                1,
                "the counter grew by the number of acknowledged commits",
                () -> {
                  long grown = Conditions.number(observer, READ) - before;
                  return grown == run.acknowledged()
                      ? null
                      : "%d, not %d".formatted(grown, run.acknowledged());
                }));
      }
    };
  }

  private record Raiser(PreparedStatement raise) implements Client {
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
