package io.mosql.benchmarks.jmh;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of statements that read or write one of 100,000 rows in an open transaction, so that no
 * disk I/O is involved. The transaction is rolled back now and then: an unlimited transaction would
 * measure its own growth.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class StatementBenchmark {
  private static final int STATEMENTS_PER_TRANSACTION = 1000;

  @Param("jdbc:mosql:file:{dir}")
  public String url;

  private final SplittableRandom random = new SplittableRandom(1);
  private BenchDatabase database;
  private PreparedStatement select;
  private PreparedStatement update;
  private int statements;

  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    database = BenchDatabase.create(url);
    select =
        database
            .connection()
            .prepareStatement("SELECT owner, balance, visits FROM account WHERE id = ?");
    update =
        database
            .connection()
            .prepareStatement("UPDATE account SET visits = visits + 1 WHERE id = ?");
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    database.close();
  }

  /** Executes a prepared select of one row by its key and reads one column. */
  @Benchmark
  public String pointSelect() throws SQLException {
    select.setInt(1, nextId());
    try (ResultSet row = select.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  /** Executes a prepared update of one row by its key, without a commit. */
  @Benchmark
  public int pointUpdate() throws SQLException {
    update.setInt(1, nextId());
    return update.executeUpdate();
  }

  private int nextId() throws SQLException {
    if (++statements % STATEMENTS_PER_TRANSACTION == 0) {
      database.connection().rollback();
    }
    return random.nextInt(BenchDatabase.ROWS) + 1;
  }
}
