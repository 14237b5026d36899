package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.BenchmarkClient;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ProgressConsole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Benchmark workload: its tables, clients and checks. */
public interface BenchmarkWorkload {
  /** Name of the transaction, for display. */
  String label();

  /** Unit of the throughput, such as tps. */
  String unit();

  /** Name of the clients, in the plural. */
  String clients();

  boolean isLoaded(Connection connection) throws SQLException;

  /** Creates and loads the tables. */
  void load(Database database, ProgressConsole console) throws SQLException;

  /**
   * Prepares a run.
   *
   * @param connection in autocommit mode
   * @param acked log of acknowledged transactions; null for none
   */
  Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException;

  /** State of one run. */
  interface Round {
    /**
     * @param connection connection of the client, in autocommit mode
     * @param number client number from 0
     */
    BenchmarkClient client(Connection connection, int number) throws SQLException;

    /** Checks the conditions that must hold when all clients have ended. */
    List<ConditionResult> check(Connection connection, ClientRun.Result run);
  }
}
