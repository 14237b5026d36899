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
 * What planning takes: a statement that is planned already beside one that is prepared, whose
 * difference is what finding the plan takes; a text that was never seen; a join of eight tables.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class PlanningBenchmark {
  private static final int TABLES = 8;
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

  /** A prepared point select: what running it takes, and nothing else. */
  @Benchmark
  public String preparedStatement() throws SQLException {
    next();
    try (ResultSet row = prepared.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  /** The same select by its text, whose plan is found. */
  @Benchmark
  public String plannedText() throws SQLException {
    next();
    return first(POINT);
  }

  /** A select of a text that nobody has seen. */
  @Benchmark
  public String newText() throws SQLException {
    int id = next();
    return first("SELECT owner FROM account WHERE id = 4711 AND visits < " + (id + 1));
  }

  /** Preparing a join of eight tables, in a text that nobody has seen. */
  @Benchmark
  public boolean joinOfEight() throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT t1.a FROM t1");
    for (int i = 2; i <= TABLES; i++) {
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

  /** A transaction that never ends would measure its own growth. */
  private int next() throws SQLException {
    if (++number % STATEMENTS_PER_TRANSACTION == 0) {
      database.connection().rollback();
    }
    return number;
  }
}
