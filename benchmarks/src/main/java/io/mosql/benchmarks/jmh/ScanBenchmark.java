package io.mosql.benchmarks.jmh;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of scans by one thread, each statement in its own transaction; one operation is one
 * row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class ScanBenchmark {
  @Param("jdbc:mosql:file:{dir}")
  public String url;

  private BenchDatabase database;
  private PreparedStatement count;
  private PreparedStatement sum;

  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    database = BenchDatabase.create(url);
    database.connection().commit();
    database.connection().setAutoCommit(true);
    count = database.connection().prepareStatement("SELECT count(*) FROM account WHERE visits < 1");
    sum =
        database
            .connection()
            .prepareStatement("SELECT sum(balance * 2) FROM account WHERE visits < 1");
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    database.connection().setAutoCommit(false);
    database.close();
  }

  /** Counts rows that satisfy a condition. */
  @Benchmark
  @OperationsPerInvocation(BenchDatabase.ROWS)
  public long filterAndCount() throws SQLException {
    try (ResultSet row = count.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Sums decimals. */
  @Benchmark
  @OperationsPerInvocation(BenchDatabase.ROWS)
  public String filterAndSum() throws SQLException {
    try (ResultSet row = sum.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }
}
