package io.mosql.benchmarks.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class PlansCommandTest {
  private static final String OURS = "jdbc:mosql:mem:plans";
  private static final String H2 = "jdbc:h2:mem:plans";

  @TempDir Path directory = Path.of("");

  private final StringWriter out = new StringWriter();

  @Test
  void rowsAreThoseOfH2() throws Exception {
    Path json = directory.resolve("plans.json");
    int exitCode =
        run("--first", OURS, "--with", H2, "--quick", "--orders", "400", "--json", json + "");
    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString()).contains("Loaded 1,950 rows", "0 with a failure or other rows");
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    int same = 0;
    int found = 0;
    for (JsonNode query : report.get("queries")) {
      JsonNode ours = query.get("databases").get("mosql");
      assertThat(ours.get("problem").textValue()).isEmpty();
      assertThat(ours.get("millis").doubleValue()).isPositive();
      found += ours.get("rows").intValue() > 0 ? 1 : 0;
      same += query.get("databases").get("h2").get("sameRows").booleanValue() ? 1 : 0;
    }
    assertThat(report.get("queries")).hasSameSizeAs(PlanQuery.all()).hasSizeGreaterThan(60);
    assertThat(same).isGreaterThan(60);
    assertThat(found).isGreaterThan(55);
    assertThat(report.get("products").get("h2").get("name").textValue()).isEqualTo("H2");
  }

  @Test
  void plansArePrinted() {
    assertThat(run("--first", OURS, "--quick", "--orders", "100", "--only", "^keyset", "--explain"))
        .isZero();
    assertThat(out.toString()).contains("keyset page", "shop_orders_placed", "1 queries");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(run("--orders", "0")).isEqualTo(2);
    assertThat(run("--rounds", "0")).isEqualTo(2);
    assertThat(run("--only", "no such query")).isEqualTo(2);
    assertThat(run("--with", "unknown")).isEqualTo(2);
    assertThat(run("--threads", "none")).isEqualTo(2);
  }

  @Test
  void otherRowsAreShown() {
    PlanQuery query = new PlanQuery("q", "SELECT 1", false);
    Map<String, QueryTimer.Outcome> outcomes = new LinkedHashMap<>();
    outcomes.put("mosql", new QueryTimer.Outcome(6, List.of("1", "2", "2"), ""));
    outcomes.put("same", new QueryTimer.Outcome(3, List.of("1", "2", "2"), ""));
    outcomes.put("failed", new QueryTimer.Outcome(Double.NaN, List.of(), "42601 syntax error"));
    assertThat(PlansReport.Line.of(query, outcomes).holds()).isTrue();
    outcomes.put("other", new QueryTimer.Outcome(3, List.of("1", "2", "3"), ""));
    outcomes.put("turned", new QueryTimer.Outcome(12, List.of("2", "1", "2"), ""));
    PlansReport.Line line = PlansReport.Line.of(query, outcomes);
    assertThat(line.holds()).isFalse();
    assertThat(line.lines())
        .containsExactly(
            "q                                              3        6.000"
                + "        3.000     2.00   yes            -        -     -"
                + "        3.000     2.00    NO       12.000     0.50    NO",
            "    failed: 42601 syntax error",
            "    other has other rows: 3 rows for 3, more: [3], less: [2]",
            "    turned has other rows: another order");
  }

  @Test
  void failuresOfOursCount() {
    PlanQuery query = new PlanQuery("q", "SELECT 1", false);
    Map<String, QueryTimer.Outcome> outcomes = new LinkedHashMap<>();
    outcomes.put("mosql", new QueryTimer.Outcome(Double.NaN, List.of(), "57014 too late"));
    outcomes.put("other", new QueryTimer.Outcome(3, List.of("1"), ""));
    PlansReport.Line line = PlansReport.Line.of(query, outcomes);
    assertThat(line.holds()).isFalse();
    assertThat(line.lines())
        .containsExactly(
            "q                                              -            -"
                + "        3.000        -     -",
            "    mosql: 57014 too late");
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    CommandLine bench = new CommandLine(CommandLine.Model.CommandSpec.create());
    PlansCommand.addTo(bench);
    String[] all = new String[arguments.length + 1];
    all[0] = "plans";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return bench.setOut(writer).setErr(writer).execute(all);
  }
}
