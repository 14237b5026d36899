package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the examples of pages in {@code docs/sql}: each {@code sql} block that has a {@code text}
 * block below it gives the rows that stand there, those of its last query. {@code
 * -Dmosql.update=true} writes them anew.
 */
final class SqlPagesTest {
  private static final Path FOLDER = Path.of("../docs/sql");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)(```sql\n(.*?)```\n\n```text\n)(.*?)(```\n)");

  @ParameterizedTest
  @ValueSource(strings = {"explain", "introspection"})
  void examplesAreTrue(String page) throws IOException, SQLException {
    Path file = FOLDER.resolve(page + ".md");
    String text = Files.readString(file);
    StringBuilder actual = new StringBuilder();
    int examples = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:page-" + page);
        Statement statement = connection.createStatement()) {
      Matcher matcher = EXAMPLE.matcher(text);
      while (matcher.find()) {
        examples++;
        String rows = run(matcher.group(2), statement);
        matcher.appendReplacement(
            actual, Matcher.quoteReplacement(matcher.group(1) + rows + matcher.group(4)));
      }
      matcher.appendTail(actual);
      statement.execute("shutdown");
    }
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(file, actual.toString());
    }
    assertThat(examples).isPositive();
    assertThat(actual.toString()).isEqualTo(text);
  }

  private static String run(String script, Statement statement) throws SQLException {
    StringBuilder rows = new StringBuilder();
    for (String sql : script.split(";\n")) {
      if (statement.execute(sql)) {
        rows.setLength(0);
        try (ResultSet result = statement.getResultSet()) {
          int columns = result.getMetaData().getColumnCount();
          while (result.next()) {
            for (int i = 1; i <= columns; i++) {
              rows.append(i > 1 ? " | " : "").append(result.getString(i));
            }
            rows.append('\n');
          }
        }
      }
    }
    return rows.toString();
  }
}
