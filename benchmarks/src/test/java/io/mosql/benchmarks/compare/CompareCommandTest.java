package io.mosql.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.report.JsonReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Test of the comparison, with a benchmark that measures nothing. */
final class CompareCommandTest {
  @TempDir private Path directory;

  /** Main class of the benchmark: its result depends on the database alone. */
  static final class FakeBenchmark {
    private FakeBenchmark() {}

    public static void main(String[] args) throws IOException {
      List<String> arguments = Arrays.asList(args);
      String url = arguments.get(arguments.indexOf("--url") + 1);
      Path json = Path.of(arguments.get(arguments.indexOf("--json") + 1));
      JsonReport.write(
          List.of(ScalingTablesTest.result(1, url.startsWith("jdbc:h2:") ? 250 : 1000, 2)), json);
    }
  }

  @Test
  void writesAChartOfTheThroughput() throws IOException {
    Path chart = directory.resolve("chart.svg");
    StringWriter out = new StringWriter();
    CommandLine command =
        new CommandLine(new CompareCommand(FakeBenchmark.class.getName()))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out));
    assertThat(
            command.execute(
                "--benchmark", "tpcb", "--with", "h2,jdbc:x:<a>", "--chart", chart.toString()))
        .as(out.toString())
        .isZero();
    assertThat(Files.readString(chart))
        .startsWith("<svg ")
        .endsWith("</svg>\n")
        .contains("<title>tps, clients: 1</title>")
        .contains(">mosql</text>", "width=\"420.0\"", ">1,000</text>")
        .contains(">h2</text>", "width=\"105.0\"", ">250</text>")
        .doesNotContain("<a>");
  }
}
