package io.mosql.benchmarks.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class EstimatesCommandTest {
  /** Of joins of one to six tables; a planner that estimates worse has lost something. */
  private static final List<Double> MEDIANS_MAX = List.of(2.0, 3.0, 3.0, 4.0, 4.0, 5.0);

  @TempDir Path directory = Path.of("");

  private final StringWriter out = new StringWriter();

  @Test
  void mediansAreSmall() throws Exception {
    Path json = directory.resolve("estimates.json");
    int exitCode =
        run(
            "--first",
            "jdbc:mosql:mem:estimates",
            "--titles",
            "2000",
            "--queries",
            "25",
            "--worst",
            "3",
            "--json",
            json.toString());
    assertThat(exitCode).as(out.toString()).isZero();
    System.out.println(out);
    JsonNode ours = new ObjectMapper().readTree(json.toFile()).get("mosql");
    assertThat(ours).hasSize(JoinQueries.TABLES_MAX);
    for (JsonNode line : ours) {
      int tables = line.get("tables").intValue();
      assertThat(line.get("queries").intValue()).isEqualTo(25);
      assertThat(line.get("p50").doubleValue())
          .as("median of the q-errors of joins of %d tables", tables)
          .isBetween(1.0, MEDIANS_MAX.get(tables - 1));
    }
    assertThat(out.toString()).containsPattern("\\d+\\.\\d: \\d+ for \\d+ rows FROM film_");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(run("--titles", "0")).isEqualTo(2);
    assertThat(run("--queries", "0")).isEqualTo(2);
    assertThat(run("--with", "unknown")).isEqualTo(2);
  }

  @Test
  void anErrorIsTheFactorBetweenEstimateAndTruth() {
    assertThat(QErrors.error(10, 5)).isEqualTo(2);
    assertThat(QErrors.error(5, 10)).isEqualTo(2);
    assertThat(QErrors.error(0, 0)).isEqualTo(1);
    assertThat(QErrors.error(7, 0)).isEqualTo(7);
    QErrors errors = new QErrors();
    for (int rows = 1; rows <= 100; rows++) {
      errors.add(2, 1, rows);
    }
    QErrors.Summary summary = errors.summaries().get(0);
    assertThat(summary.p50()).isCloseTo(51, within(1.0));
    assertThat(summary.p95()).isCloseTo(96, within(1.0));
    assertThat(summary.max()).isEqualTo(100);
  }

  @Test
  void queriesAreTheSameForASeed() {
    JoinQueries one = new JoinQueries(7, 100);
    JoinQueries other = new JoinQueries(7, 100);
    for (int tables = 1; tables <= JoinQueries.TABLES_MAX; tables++) {
      JoinQueries.Join join = one.next(tables);
      assertThat(join).isEqualTo(other.next(tables));
    }
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    CommandLine bench = new CommandLine(CommandLine.Model.CommandSpec.create());
    EstimatesCommand.addTo(bench);
    String[] all = new String[arguments.length + 1];
    all[0] = "estimates";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return bench.setOut(writer).setErr(writer).execute(all);
  }
}
