package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The examples of docs/sql/types.md: the tables of expressions contain their results. {@code
 * -Dmosql.update=true} rewrites the tables.
 */
final class TypesDocTest {
  private static final Path DOCUMENT = Path.of("../docs/sql/types.md");
  private static final String HEAD = "| expression | type | is |";

  @Test
  void examplesGiveTheResultsOfTheDocument() throws IOException, SQLException {
    List<String> expected = Files.readAllLines(DOCUMENT);
    List<String> actual = new ArrayList<>();
    int examples = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:types-doc");
        Statement statement = connection.createStatement()) {
      boolean table = false;
      for (String line : expected) {
        table = line.equals(HEAD) || table && line.startsWith("|");
        if (table && line.startsWith("| `")) {
          actual.add(evaluated(statement, line.substring(3, line.indexOf("` |"))));
          examples++;
        } else {
          actual.add(line);
        }
      }
      statement.execute("shutdown");
    }
    assertThat(examples).isGreaterThan(40);
    if (Boolean.getBoolean("mosql.update")) {
      Files.write(DOCUMENT, actual);
    } else {
      assertThat(actual).isEqualTo(expected);
    }
  }

  private static String evaluated(Statement statement, String expression) {
    try (ResultSet row = statement.executeQuery("select " + expression)) {
      assertThat(row.next()).isTrue();
      return "| `"
          + expression
          + "` | "
          + type(row.getMetaData())
          + " | `"
          + row.getString(1)
          + "` |";
    } catch (SQLException e) {
      return "| `" + expression + "` | | error " + e.getSQLState() + " |";
    }
  }

  private static String type(ResultSetMetaData columns) throws SQLException {
    String name = columns.getColumnTypeName(1);
    return switch (name) {
      case "DECIMAL" -> name + "(" + columns.getPrecision(1) + ", " + columns.getScale(1) + ")";
      case "VARCHAR", "VARBINARY" -> name + "(" + columns.getPrecision(1) + ")";
      default -> name;
    };
  }
}
