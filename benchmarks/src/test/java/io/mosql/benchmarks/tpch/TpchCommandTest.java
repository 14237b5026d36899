package io.mosql.benchmarks.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Sampled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Sampled(percent = 34, methods = true)
final class TpchCommandTest {
  @TempDir Path directory = Path.of("");

  private final StringWriter out = new StringWriter();

  @Test
  void answersAreThoseOfPostgresql() throws Exception {
    Path times = directory.resolve("times");
    int exitCode =
        run(
            "--scale",
            "0.01",
            "--rounds",
            "1",
            "--url",
            "jdbc:mosql:mem:tpch",
            "--times",
            times.toString());
    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .contains("Loaded 86,805 rows", "22 of 22 without a problem")
        .doesNotContain("not known");
    assertThat(Files.readAllLines(times))
        .hasSize(22)
        .allMatch(line -> line.matches("\\d+ [\\d.]+"));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(run("--scale", "0")).isEqualTo(2);
    assertThat(run("--scale", "0.1", "--with", "nobody")).isEqualTo(2);
  }

  @Test
  void timesStandSideBySide() {
    Map<String, Map<Integer, Double>> times = new LinkedHashMap<>();
    times.put("mosql", Map.of(1, 10.0));
    times.put("h2", Map.of(1, 25.04));
    times.put("other", Map.of());
    assertThat(TpchComparison.table(times))
        .containsExactly(
            "ms           mosql            h2         other",
            "Q1            10.0          25.0             -",
            "Sum           10.0          25.0             -");
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    return new CommandLine(new TpchCommand("none"))
        .setOut(writer)
        .setErr(writer)
        .execute(arguments);
  }
}
