package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Expressions of parameters only, with values of two types: the result equals that of the statement
 * with literals, for each order of the values.
 */
final class ParameterPairsTest {
  /** Values as bound, and as literals. */
  private static final Map<String, String> DATED =
      Map.of(
          "date 2024-05-06", "DATE '2024-05-06'",
          "timestamp 2024-05-06T00:00:00", "TIMESTAMP '2024-05-06 00:00:00'",
          "timestamp 2024-05-06T10:11:12", "TIMESTAMP '2024-05-06 10:11:12'",
          "moment 2024-05-06T10:11:12+00:00", "TIMESTAMPTZ '2024-05-06 10:11:12+00'");

  private static final Map<String, String> NUMBERS =
      Map.of("int 1", "1", "decimal 1.2", "1.2", "decimal 0.6", "0.6", "long 2", "2");

  /** Statements with # and @ for two values. */
  private static final List<String> FORMS =
      List.of(
          "# = @",
          "# <> @",
          "# < @",
          "# <= @",
          "# > @",
          "# >= @",
          "# BETWEEN @ AND @",
          "@ NOT BETWEEN # AND @",
          "# IN (@, @)",
          "# NOT IN (@)",
          "# IN (SELECT @)",
          "# = ANY (SELECT @)",
          "# > ALL (SELECT @)",
          "# IS DISTINCT FROM @",
          "# IS NOT DISTINCT FROM @",
          "(#, 1) = (@, 1)",
          "(#, 1) < (@, 1)",
          "(#, 1) IN ((@, 2), (@, 1))",
          "CASE # WHEN @ THEN 1 ELSE 2 END",
          "NULLIF(#, @)",
          "COALESCE(#, @)",
          "GREATEST(#, @)",
          "CASE WHEN TRUE THEN # ELSE @ END",
          "CASE WHEN TRUE THEN TRUE WHEN TRUE THEN (# < @) END",
          "(SELECT max(x) FROM (VALUES (#), (@)) t (x))");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:parameterPairs?timeZone=UTC");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void asWritten() throws SQLException {
    List<String> differences = new ArrayList<>();
    for (Map<String, String> values : List.of(DATED, NUMBERS)) {
      for (String one : values.keySet()) {
        for (String other : values.keySet()) {
          for (String form : FORMS) {
            String written = form.replace("#", values.get(one)).replace("@", values.get(other));
            String wanted = result("SELECT cast(" + written + " AS TEXT)", List.of());
            List<String> bound = new ArrayList<>();
            form.chars()
                .filter(c -> c == '#' || c == '@')
                .forEach(c -> bound.add(c == '#' ? one : other));
            String expression = form.replace('#', '?').replace('@', '?');
            for (String sql :
                List.of(
                    "SELECT cast(" + expression + " AS TEXT)",
                    "WITH w AS (SELECT " + expression + " AS x) SELECT cast(x AS TEXT) FROM w")) {
              String result = result(sql, bound);
              if (!same(result, wanted)) {
                differences.add(sql + " " + bound + ": " + result + ", not " + wanted);
              }
            }
          }
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static boolean same(@Nullable String one, @Nullable String other) {
    return one == null || other == null
        ? one == null && other == null
        : one.replaceAll("\\.0+$", "").equals(other.replaceAll("\\.0+$", ""));
  }

  private @Nullable String result(String sql, List<String> values) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        ParameterValues.set(statement, i + 1, values.get(i));
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }
}
