package io.mosql.sql.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.parser.MosqlParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the plans of the statements in golden files: first the schema, then statements, each
 * followed by its plan. {@code -Dmosql.update=true} writes the actual plans to the files.
 */
final class PlanGoldenTest {
  private static final Path FOLDER = Path.of("src/test/resources/io/mosql/sql/planner");
  private static final Pattern STATEMENT = Pattern.compile("(?ms)^> (.*?)\n----\n(.*?)(?=^$|\\z)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tpcc",
        "queries",
        "spans",
        "outer",
        "changes",
        "empty",
        "nokeys",
        "merges",
        "patches",
        "locks",
        "tpch",
        "subqueries",
        "joins",
        "orders"
      })
  void plansAreAsWritten(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".plans");
    String text = Files.readString(file);
    String schema = text.substring(0, text.indexOf("\n\n"));
    if (schema.startsWith("# schema of ")) {
      String other = Files.readString(FOLDER.resolve(schema.substring(12).strip() + ".plans"));
      schema = other.substring(0, other.indexOf("\n\n"));
    }
    TestCatalog catalog = new TestCatalog(schema, name.equals("empty"));
    Planner planner = new Planner(catalog);
    Matcher matcher = STATEMENT.matcher(text);
    StringBuilder actual = new StringBuilder();
    while (matcher.find()) {
      String plan = plan(planner, catalog, matcher.group(1));
      matcher.appendReplacement(
          actual, Matcher.quoteReplacement("> " + matcher.group(1) + "\n----\n" + plan));
    }
    matcher.appendTail(actual);
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(file, actual.toString());
    }
    assertThat(actual.toString()).isEqualTo(text);
  }

  private static String plan(Planner planner, TestCatalog catalog, String sql) {
    try {
      PlanNode root =
          planner.plan(sql, MosqlParser.parse(sql), catalog, "public", List.of()).root();
      assertRebuildsEqual(root);
      return Planner.explain(root);
    } catch (MosqlException e) {
      return "error " + e.sqlState() + " " + e.getMessage() + "\n";
    }
  }

  private static void assertRebuildsEqual(PlanNode node) {
    assertThat(node.withInputs(node.inputs())).isEqualTo(node);
    node.inputs().forEach(PlanGoldenTest::assertRebuildsEqual);
  }
}
