package io.mosql.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RowLoadTest {
  private static final int ROWS = 2_345;

  /** H2 understands the INSERT statements of both dialects. */
  @ParameterizedTest
  @EnumSource(names = {"H2", "DUCKDB"})
  void allRowsArrive(Dialect dialect) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(10))");
      connection.setAutoCommit(false);
      List<Long> progress = new ArrayList<>();
      RowLoad load = new RowLoad(connection, dialect, "t", 2, progress::add);
      try (load) {
        for (int i = 0; i < ROWS; i++) {
          load.row(i, i % 3 == 0 ? null : "x" + i);
        }
      }
      connection.rollback();
      assertThat(load.rows()).isEqualTo(ROWS);
      assertThat(progress).containsExactly(1_000L, 2_000L);
      try (ResultSet found =
          statement.executeQuery(
              "SELECT COUNT(*), COUNT(b), MAX(a) FROM t WHERE b IS NULL OR b = 'x' || a")) {
        assertThat(found.next()).isTrue();
        assertThat(found.getInt(1)).isEqualTo(ROWS);
        assertThat(found.getInt(2)).isEqualTo(ROWS - (ROWS + 2) / 3);
        assertThat(found.getInt(3)).isEqualTo(ROWS - 1);
      }
    }
  }
}
