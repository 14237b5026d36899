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

/** One benchmark: its tables, clients and checks. */
public interface BenchmarkWorkload {
  /** Of the transaction, for people. */
  String label();

  /** Of its throughput, such as tps. */
  String unit();

  /** What its clients are called, in the plural. */
  String clients();

  boolean isLoaded(Connection connection) throws SQLException;

  /** Makes its tables anew. */
  void load(Database database, ProgressConsole console) throws SQLException;

  /**
   * Before each run.
   *
   * @param connection in autocommit mode
   * @param acked where clients write down what was acknowledged; null where nobody asks
   */
  Round begin(Connection connection, @Nullable AckedLog acked) throws SQLException;

  /** One run. */
  interface Round {
    /**
     * @param connection the client's own, in autocommit mode
     * @param number from 0
     */
    BenchmarkClient client(Connection connection, int number) throws SQLException;

    /** What must hold when all clients have ended. */
    List<ConditionResult> check(Connection connection, ClientRun.Result run);
  }
}
