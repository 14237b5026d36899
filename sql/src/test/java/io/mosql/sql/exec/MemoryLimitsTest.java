package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that buffered data is charged to the session's memory and released. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MemoryLimitsTest {
  private static final long PAUSE_NANOS = 1_000_000;

  private final TestDatabase database = new TestDatabase();

  @BeforeAll
  void fill() {
    database.run(
        """
        CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100));
        INSERT INTO t
        WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4000)
        SELECT n, MOD(n, 10), 'a text that takes some room, number ' || CAST(n AS VARCHAR(10)) FROM r;
        SET memory_limit = '64KB'
        """);
  }

  @AfterAll
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t ORDER BY b",
        "SELECT * FROM t ORDER BY b LIMIT 3900",
        "SELECT DISTINCT b FROM t",
        "SELECT b, COUNT(*) FROM t GROUP BY b",
        "SELECT a, b, COUNT(*) FROM t GROUP BY CUBE (a, b)",
        "SELECT COUNT(DISTINCT b) FROM t",
        "SELECT STRING_AGG(b, ',') FROM t",
        "SELECT STRING_AGG(b, ',' ORDER BY id) FROM t",
        "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY id) FROM t",
        "SELECT COUNT(*) FROM t x JOIN t y ON x.b = y.b",
        "SELECT COUNT(*) FROM t x FULL JOIN t y ON x.b = y.b",
        "SELECT COUNT(*) FROM t x JOIN t y ON x.b < y.b",
        "SELECT b FROM t UNION SELECT b FROM t",
        "SELECT b FROM t INTERSECT SELECT b FROM t",
        "SELECT b FROM t WHERE id < 0 EXCEPT ALL SELECT b FROM t",
        "SELECT b FROM t WHERE id < 0 UNION ALL (SELECT b FROM t INTERSECT ALL SELECT b FROM t)",
        "SELECT COUNT(*) FROM t WHERE b NOT IN (SELECT b FROM t WHERE id > 5)",
        "SELECT SUM(id) OVER () FROM t",
        "SELECT LAG(b) OVER (ORDER BY a, b) FROM t",
        "SELECT COUNT(DISTINCT b) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) FROM t",
        "WITH RECURSIVE r (n) AS (SELECT 1 UNION SELECT n + 1 FROM r) SELECT COUNT(*) FROM r",
        "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r, t) SELECT COUNT(*) FROM r"
      })
  void whatIsTooMuchIsAnError(String sql) {
    assertThatThrownBy(() -> database.query(sql))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.sqlState()).as(e.getMessage()).isEqualTo("53200"));
    assertThat(database.value("SELECT COUNT(DISTINCT a) FROM t WHERE id < 100")).isEqualTo(10L);
  }

  /** Memory of a partition, an iteration or an outer row is released with it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM (SELECT SUM(a) OVER (PARTITION BY id) AS s FROM t) x WHERE s >= 0",
        "SELECT COUNT(*) FROM (SELECT COUNT(DISTINCT b) OVER (PARTITION BY id"
            + " ORDER BY a ROWS UNBOUNDED PRECEDING) AS s FROM t) x WHERE s > 0",
        "SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER (ORDER BY id) AS s FROM t) x WHERE s > 0",
        "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4000)"
            + " SELECT COUNT(*) FROM r",
        "SELECT COUNT(*) FROM t WHERE (SELECT MAX(s) FROM (SELECT SUM(y.a) OVER () AS s FROM t y"
            + " WHERE y.id BETWEEN t.id AND t.id + 3) x) >= 0"
      })
  void whatIsOverIsGivenBack(String sql) {
    assertThat(database.value(sql)).isEqualTo(4000L);
  }

  @Test
  void endlessRecursionCanBeCancelled() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread canceller =
        new Thread(
            () -> {
              while (!over.get()) {
                database.session().cancel();
                LockSupport.parkNanos(PAUSE_NANOS);
              }
            });
    canceller.start();
    try {
      assertThatThrownBy(
              () ->
                  database.query(
                      "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r)"
                          + " SELECT COUNT(*) FROM r"))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("57014"));
    } finally {
      over.set(true);
      canceller.join();
    }
  }
}
