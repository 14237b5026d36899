package io.mosql.benchmarks.jmh;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Benchmark of planning: a prepared statement compared with the same text found in the plan cache,
 * where the difference is the cost of the cache lookup; a text that is not in the cache; joins of
 * eight, twelve and twenty tables.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class PlanningBenchmark {
  private static final int TABLES = 20;
  private static final int STATEMENTS_PER_TRANSACTION = 1000;
  private static final String POINT = "SELECT owner FROM account WHERE id = 4711";

  @Param("jdbc:mosql:file:{dir}")
  public String url;

  private BenchDatabase database;
  private PreparedStatement prepared;
  private Statement statement;
  private int number;

  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    database = BenchDatabase.create(url);
    statement = database.connection().createStatement();
    for (int i = 1; i <= TABLES; i++) {
      statement.execute(
          "CREATE TABLE t"
              + i
              + " (id integer NOT NULL, other integer NOT NULL, a integer, PRIMARY KEY (id))");
      statement.execute("CREATE INDEX t" + i + "_other ON t" + i + " (other)");
      statement.execute("INSERT INTO t" + i + " SELECT id, id, visits FROM account WHERE id < 100");
    }
    database.connection().commit();
    prepared = database.connection().prepareStatement(POINT);
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    database.close();
  }

  /** Executes a prepared point select: execution only. */
  @Benchmark
  public String preparedStatement() throws SQLException {
    next();
    try (ResultSet row = prepared.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  /** Executes the same select by its text, which is found in the plan cache. */
  @Benchmark
  public String plannedText() throws SQLException {
    next();
    return first(POINT);
  }

  /** Executes a select with a new text. */
  @Benchmark
  public String newText() throws SQLException {
    int id = next();
    return first("SELECT owner FROM account WHERE id = 4711 AND visits < " + (id + 1));
  }

  /** Prepares a join of eight tables with a new text. */
  @Benchmark
  public boolean joinOfEight() throws SQLException {
    return chain(8);
  }

  /** Prepares a join of twelve tables with a new text. */
  @Benchmark
  public boolean joinOfTwelve() throws SQLException {
    return chain(12);
  }

  /** Prepares a join of twenty tables with a new text. */
  @Benchmark
  public boolean joinOfTwenty() throws SQLException {
    return chain(20);
  }

  private boolean chain(int tables) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT t1.a FROM t1");
    for (int i = 2; i <= tables; i++) {
      sql.append(" JOIN t%d ON t%d.other = t%d.id".formatted(i, i, i - 1));
    }
    sql.append(" WHERE t1.a = ").append(next());
    try (PreparedStatement join = database.connection().prepareStatement(sql.toString())) {
      return join.getMetaData() != null;
    }
  }

  private String first(String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Ends the transaction now and then: an unlimited transaction would measure its own growth. */
  private int next() throws SQLException {
    if (++number % STATEMENTS_PER_TRANSACTION == 0) {
      database.connection().rollback();
    }
    return number;
  }
}
