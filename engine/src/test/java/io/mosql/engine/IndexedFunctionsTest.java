package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Expressions accepted by an index are immutable: each function of the reference, over columns of
 * all types, is refused, or has the same result in two time zones and depends only on the row.
 */
final class IndexedFunctionsTest {
  private static final Path PAGE = Path.of("../docs/sql/functions.md");
  private static final Pattern NAME = Pattern.compile("`([a-z_0-9]+)\\(");
  private static final List<String> FIRST =
      List.of("s", "i", "n", "f", "d", "t", "ts", "z", "iv", "j", "b", "x", "u", "'hour'", "1");
  private static final List<String> SECOND = List.of("s", "i", "ts", "iv", "'$.a'", "'day'");

  /** Number of functions tested, of about 250. */
  private static final int SAMPLE = 12;

  private final List<String> faults = new ArrayList<>();
  private int taken;
  private int refused;

  @Test
  void whatIsInAnIndexLooksAtNothingButTheRow() throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:indexed-functions");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE t (s VARCHAR(40), i INT, n DECIMAL(9, 2), f DOUBLE, d DATE, t TIME,"
              + " ts TIMESTAMP, z TIMESTAMP WITH TIME ZONE, iv INTERVAL, j JSON, b BOOLEAN,"
              + " x VARBINARY(20), u UUID)");
      statement.execute(
          "INSERT INTO t VALUES ('2026-03-29 02:30:00', 12, 3.25, 0.5, DATE '2026-03-29',"
              + " TIME '02:30:00', TIMESTAMP '2026-03-29 02:30:00',"
              + " TIMESTAMP WITH TIME ZONE '2026-03-29 01:30:00+00:00',"
              + " INTERVAL '1 day 02:00:00', '{\"a\": \"2026-03-29 02:30:00\"}', TRUE, X'0102',"
              + " '00112233-4455-6677-8899-aabbccddeeff')");
      for (String name : Rotation.sample(List.copyOf(names()), SAMPLE)) {
        judge(name + "()", statement);
        for (String first : FIRST) {
          judge(name + "(" + first + ")", statement);
          for (String second : SECOND) {
            judge(name + "(" + first + ", " + second + ")", statement);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(taken).as("expressions that an index takes").isGreaterThan(Rotation.size(4, 300));
    assertThat(refused)
        .as("expressions of known types that it refuses")
        .isGreaterThan(Rotation.size(0, 50));
  }

  private static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher name = NAME.matcher(line);
      while (line.startsWith("| ") && name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  private void judge(String expression, Statement statement) throws SQLException {
    try {
      statement.execute("CREATE INDEX e ON t (" + expression + ")");
    } catch (SQLException e) {
      String state = e.getSQLState();
      if (state.startsWith("XX")) {
        faults.add(expression + ": " + e.getMessage());
      } else if (state.equals("42P17")) {
        refused++;
      }
      return;
    }
    taken++;
    String here = value(expression, "Europe/Berlin", statement);
    String there = value(expression, "Pacific/Auckland", statement);
    if (!here.equals(there)) {
      faults.add(expression + ": " + here + " in one zone, " + there + " in another");
    }
    statement.execute("DROP INDEX e");
  }

  private String value(String expression, String zone, Statement statement) throws SQLException {
    statement.execute("SET TIME ZONE '" + zone + "'");
    try (ResultSet rows = statement.executeQuery("SELECT " + expression + " FROM t")) {
      rows.next();
      // the text of an instant depends on the session's zone
      boolean moment = rows.getMetaData().getColumnType(1) == Types.TIMESTAMP_WITH_TIMEZONE;
      return String.valueOf(
          moment ? rows.getObject(1, OffsetDateTime.class).toInstant() : rows.getString(1));
    } catch (SQLException e) {
      faults.add(expression + ": " + e.getMessage());
      return "";
    }
  }
}
