package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.parser.MosqlParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/sql/tables.md run, from top to bottom. */
final class TablesPageTest {
  private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @Test
  void examplesRun() throws IOException, SQLException {
    String page = Files.readString(Path.of("../docs/sql/tables.md"));
    int run = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:tables-page");
        Statement statement = connection.createStatement()) {
      Matcher blocks = BLOCK.matcher(page);
      while (blocks.find()) {
        if (blocks.group(1).contains("..")) {
          continue; // It says how a statement is written.
        }
        for (String sql : MosqlParser.splitStatements(blocks.group(1))) {
          statement.execute(sql);
          run++;
        }
      }
    }
    assertThat(run).isGreaterThan(15);
  }
}
