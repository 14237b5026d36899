package io.mosql.sql.planner.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.Explain.Option;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the forms of EXPLAIN with measurements that are made up. */
final class ExplainFormatterTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          "orders 40000 | id integer not null, customer integer, note varchar(100) | primary id\n"
              + "customers 5000 | id integer not null, name varchar(20) | primary id",
          false);
  private static final String JOIN =
      "SELECT c.name, o.id FROM orders o JOIN customers c ON c.name = o.note"
          + " WHERE o.note LIKE '<b>&\"%'";
  private static final Explain.Options HTML = Explain.Options.USUAL.with(Explain.Format.HTML);
  private static final Explain.Options JSON = Explain.Options.USUAL.with(Explain.Format.JSON);

  private static PlanNode plan(String sql) {
    return new Planner(CATALOG)
        .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of())
        .root();
  }

  private static String formatted(
      Explain.Options options, PlanNode root, Function<PlanNode, OperatorMetrics> metrics) {
    return new ExplainFormatter(
            options.with(Option.ANALYZE, true),
            new ExplainFormatter.Measurements(metrics, 1_500_000, 20_000_000))
        .format(root);
  }

  /** A scan takes 3 ms, reads 40,000 rows and returns 7; others return 7 rows in 8 ms. */
  private static OperatorMetrics measured(PlanNode node) {
    return ExplainFormatter.isScan(node)
        ? new OperatorMetrics(7, 2, 1_000_000, 3_000_000, 40_000, 12, 0, 0, List.of())
        : new OperatorMetrics(7, 1, 1_000_000, 8_000_000, 0, 12, 20_000, 5_000_000, List.of());
  }

  @Test
  void pageNeedsNothingElse() {
    String page = new ExplainFormatter(HTML, null).format(plan(JOIN));
    assertThat(page).startsWith("<!doctype html>").endsWith("</html>\n");
    assertThat(page)
        .doesNotContain("<script", "http:", "https:", "src=", "href=", "url(", "@import", "style=");
    assertThat(page).contains("prefers-color-scheme: dark");
  }

  @Test
  void pageEscapesTexts() {
    String page = formatted(HTML, plan(JOIN), ExplainFormatterTest::measured);
    assertThat(page).doesNotContain("<b>&\"").contains("&#39;&lt;b&gt;&amp;&quot;%&#39;");
  }

  @Test
  void pageHasABoxForEachOperator() {
    PlanNode root = plan(JOIN);
    String page = new ExplainFormatter(HTML, null).format(root);
    assertThat(Pattern.compile("class=\"box\"").matcher(page).results().count())
        .isEqualTo(operators(root));
    assertThat(page.split("<div", -1)).hasSameSizeAs(page.split("</div>", -1));
  }

  private static long operators(PlanNode node) {
    return 1 + node.inputs().stream().mapToLong(ExplainFormatterTest::operators).sum();
  }

  @Test
  void pageTellsTimesRowsAndMemory() {
    String page = formatted(HTML, plan(JOIN), ExplainFormatterTest::measured);
    assertThat(page)
        .contains("<dt>planning</dt><dd>1.500 ms</dd>", "<dt>execution</dt><dd>20.000 ms</dd>")
        .contains("<li>40,000 rows read</li>", "<li>12 pages from files</li>")
        .contains("<li>20 KB memory</li>", "<li class=\"bad\">4,883 KB spilled to files</li>")
        .contains("<li class=\"worst\">7 rows in 2 loops, 8,000 estimated for each");
  }

  @Test
  void pageGivesHints() {
    String page = formatted(HTML, plan(JOIN), ExplainFormatterTest::measured);
    assertThat(page)
        .contains("Reads 40,000 rows of public.orders to return 7: EXPLAIN (ADVISE)")
        .contains("ANALYZE public.orders may help")
        .contains("a larger memory_limit");
    assertThat(new ExplainFormatter(HTML, null).format(plan("SELECT * FROM orders WHERE id = 3")))
        .doesNotContain("class=\"hints\"");
    assertThat(
            new ExplainFormatter(HTML, null)
                .format(plan("SELECT o.id FROM orders o JOIN customers c ON c.name < o.note")))
        .contains("200,000,000 pairs are estimated");
  }

  @Test
  void pageOfAStatementThatIsNotExecutedIsAsWideAsItsCost() {
    PlanNode root = plan("SELECT id FROM orders WHERE note = 'x' ORDER BY customer");
    assertThat(new ExplainFormatter(HTML, null).format(root))
        .contains("Not executed", "<div class=\"node w100\">")
        .doesNotContain("rows read");
  }

  @Test
  void jsonHasAveragesOfLoops() throws IOException {
    PlanNode root = plan(JOIN);
    String text = formatted(JSON, root, ExplainFormatterTest::measured);
    JsonNode document = new ObjectMapper().readTree(text).get(0);
    assertThat(document.get("Planning Time").asDouble()).isEqualTo(1.5);
    assertThat(document.get("Execution Time").asDouble()).isEqualTo(20);
    JsonNode scan = document.get("Plan");
    while (scan.has("Plans")) {
      scan = scan.get("Plans").get(0);
    }
    assertThat(scan.get("Actual Rows").asDouble()).isEqualTo(3.5);
    assertThat(scan.get("Actual Total Time").asDouble()).isEqualTo(1.5);
    assertThat(scan.get("Actual Startup Time").asDouble()).isEqualTo(0.5);
    assertThat(scan.get("Actual Loops").asLong()).isEqualTo(2);
    assertThat(scan.get("Rows Read").asLong()).isEqualTo(40_000);
    assertThat(document.at("/Plan/Peak Memory Usage").asLong()).isEqualTo(20);
  }

  @Test
  void jsonIsValidForAnyNumber() throws IOException {
    PlanNode.TableScan scan = (PlanNode.TableScan) plan("SELECT * FROM orders WHERE note = 'x'");
    PlanNode endless =
        new PlanNode.Filter(scan, Objects.requireNonNull(scan.filter()), Double.POSITIVE_INFINITY);
    assertThat(new ObjectMapper().readTree(new ExplainFormatter(JSON, null).format(endless)))
        .isNotNull();
  }

  @Test
  void textOmitsWhatIsOff() {
    PlanNode root = plan("SELECT * FROM orders WHERE note = 'x'");
    Explain.Options options =
        Explain.Options.USUAL
            .with(Option.COSTS, false)
            .with(Option.BUFFERS, false)
            .with(Option.SUMMARY, false);
    assertThat(formatted(options, root, ExplainFormatterTest::measured))
        .endsWith("rows=4000 (actual rows=7 loops=2 time=3.000ms read=40000)\n");
    assertThat(formatted(Explain.Options.USUAL, root, ExplainFormatterTest::measured))
        .contains("pages=12")
        .endsWith("Planning 1.500ms, execution 20.000ms\n");
  }
}
