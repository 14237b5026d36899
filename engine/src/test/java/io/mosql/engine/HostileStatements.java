package io.mosql.engine;

import io.mosql.sql.session.SqlDatabase;
import io.mosql.testkit.Rotation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A process that runs statements that need more memory than it has, one by one, and prints the
 * outcome of each: rows, or the SQLSTATE.
 */
final class HostileStatements {
  private static final int SAMPLE = 16;

  private static final List<String> ALL =
      List.of(
          "SELECT * FROM t ORDER BY b, a DESC",
          "SELECT DISTINCT b FROM t",
          "SELECT b, count(*), min(a) FROM t GROUP BY b",
          "SELECT grouping(a, b), count(*) FROM t GROUP BY ROLLUP (a, b)",
          "SELECT count(*) FROM t x JOIN t y ON x.b = y.b",
          "SELECT count(*) FROM t x FULL JOIN t y ON x.b || 'x' = y.b || 'x'",
          "SELECT count(*) FROM t WHERE b NOT IN (SELECT b || 'n' FROM t)",
          "SELECT b FROM t UNION SELECT b || '!' FROM t",
          "SELECT string_agg(b, ',') FROM t",
          "SELECT string_agg(b, ',' ORDER BY b) FROM t",
          "SELECT json_agg(b) FROM t",
          "SELECT json_object_agg(id, b) FROM t",
          "SELECT a % 7, string_agg(b, ',') FROM t GROUP BY 1",
          "SELECT group_concat(DISTINCT b) FROM t",
          "SELECT count(DISTINCT b), count(DISTINCT a) FROM t",
          "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t",
          "SELECT b, sum(a) OVER (ORDER BY b), lag(b, 3) OVER (ORDER BY a) FROM t",
          "SELECT max(b) OVER (ORDER BY a ROWS BETWEEN 50000 PRECEDING AND CURRENT ROW) FROM t",
          "SELECT count(DISTINCT b) OVER (ORDER BY id) FROM t",
          "WITH RECURSIVE r (n) AS (SELECT 1 UNION SELECT n + 1 FROM r WHERE n < 300000)"
              + " SELECT count(*) FROM r",
          "WITH RECURSIVE r (n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || s FROM r)"
              + " SELECT max(length(s)) FROM r",
          "SELECT length(repeat(b, 1000000)) FROM t",
          "SELECT repeat('x', 60000000) || repeat('y', 60000000)",
          "SELECT a, repeat(b, 100000) AS big FROM t ORDER BY big",
          "SELECT lpad('x', 60000000), replace(repeat('a', 8000000), 'a', 'bbbbbbbb')",
          "SELECT json_build_array(repeat('x', 30000000), repeat('y', 30000000))",
          "SELECT regexp_replace(repeat('ab', 10000000), '(a)(b)', '\\2\\1\\2\\1', 'g')",
          "SELECT md5(repeat('x', 60000000)), reverse(repeat('x', 30000000))",
          "SELECT CAST(repeat('x', 60000000) AS VARBINARY)",
          "SELECT length(upper(repeat('ß', 2000000)))",
          "SELECT split_part(repeat('a,', 1500000), ',', -2)",
          "SELECT json_array_length('[' || repeat('[],', 1200000) || '1]')",
          "SELECT jsonb_array_length(CAST('[' || repeat('{},', 1200000) || '1]' AS JSONB))",
          "UPDATE t SET b = b || 'u' RETURNING *",
          "DELETE FROM t RETURNING b",
          "INSERT INTO t SELECT id + 10000000, a, b FROM t",
          "MERGE INTO t USING (SELECT id + 1 AS i, b FROM t) s ON t.id = s.i"
              + " WHEN MATCHED THEN UPDATE SET b = s.b"
              + " WHEN NOT MATCHED THEN INSERT (id, b) VALUES (s.i, s.b)",
          "CREATE TABLE c AS SELECT x.* FROM t x, (VALUES (1), (2), (3)) y",
          "SELECT count(*), max(id) FROM t");

  /** The first and the last of them, and those of the others that this run plays. */
  static final List<String> PLAYED =
      Stream.of(
              ALL.subList(0, 1),
              Rotation.sample(ALL.subList(1, ALL.size() - 1), SAMPLE),
              ALL.subList(ALL.size() - 1, ALL.size()))
          .flatMap(List::stream)
          .toList();

  private HostileStatements() {}

  /**
   * Runs them on the database of the URL, with the number of concurrent sessions in the second
   * argument, each in a different order. With a third argument they are {@link HostileTexts} of
   * that size.
   */
  public static void main(String[] arguments) throws SQLException, InterruptedException {
    SqlDatabase.useEntireHeap();
    String url = arguments[0];
    List<String> all =
        arguments.length > 2 ? HostileTexts.of(Integer.parseInt(arguments[2])) : PLAYED;
    try (Connection keeper = DriverManager.getConnection(url)) {
      fill(keeper, arguments.length > 2 ? 10 : 10_000);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
        List<String> statements = new ArrayList<>(all);
        if (i > 0) {
          Collections.shuffle(statements, new Random(i));
        }
        threads.add(new Thread(() -> run(statements, url)));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void fill(Connection connection, int rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(200))");
      for (int i = 0; i < 10; i++) {
        statement.execute(
            "INSERT INTO t SELECT x, x * 7919 % 100003, 'a text that takes some room, number ' || x"
                + " FROM generate_series("
                + (i * rows + 1)
                + ", "
                + (i + 1) * rows
                + ") AS g (x)");
      }
    }
  }

  private static void run(List<String> statements, String url) {
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        System.out.println(
            fate(sql, connection) + " " + sql.substring(0, Math.min(sql.length(), 200)));
      }
    } catch (SQLException e) {
      System.out.println(e);
    }
  }

  private static String fate(String sql, Connection connection) throws SQLException {
    String fate;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(100);
      fate = statement.execute() ? rows(statement) : "rows";
    } catch (SQLException e) {
      fate = e.getSQLState();
    }
    connection.rollback();
    return fate;
  }

  private static String rows(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      while (rows.next()) {
        rows.getObject(1);
      }
    }
    return "rows";
  }
}
