package io.mosql.benchmarks.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Sampled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
            "--warmup-rounds",
            "0",
            "--threads",
            "2",
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
        .allMatch(line -> line.matches("2 \\d+ [\\d.]+"));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(run("--scale", "0")).isEqualTo(2);
    assertThat(run("--scale", "0.1", "--with", "nobody")).isEqualTo(2);
    assertThat(run("--scale", "0.1", "--warmup-rounds", "-1")).isEqualTo(2);
    assertThat(run("--scale", "0.1", "--threads", "0")).isEqualTo(2);
    assertThat(run("--scale", "0.1", "--threads", "some")).isEqualTo(2);
  }

  @Test
  void timesStandSideBySide() {
    assertThat(
            TpchTimes.table(
                databases(
                    TpchTimes.DEFAULT_THREADS,
                    Map.of("mosql", 10.0, "h2", 25.04, "other", Double.NaN))))
        .containsExactly(
            "ms           mosql            h2  ratio         other  ratio",
            "Q1            10.0          25.0   0.40             -      -",
            "Sum           10.0          25.0   0.40             -      -");
  }

  @Test
  void eachNumberOfThreadsHasAColumn() throws Exception {
    Map<String, TpchTimes> databases = databases(1, Map.of("mosql", 10.0, "other", 20.0));
    TpchTimes ours = databases.get("mosql");
    ours.add(1, 2, 30);
    ours.add(4, 1, 5);
    Path file = directory.resolve("times");
    ours.write(file);
    databases.put("mosql", TpchTimes.read(file));
    databases.get("other").add(1, 2, 60);
    databases.get("other").add(4, 1, 2);
    databases.get("other").add(4, 2, 1);
    assertThat(TpchTimes.table(databases))
        .containsExactly(
            "ms         mosql/1       mosql/4       other/1  ratio       other/4  ratio",
            "Q1            10.0           5.0          20.0   0.50           2.0   2.50",
            "Q2            30.0             -          60.0   0.50           1.0      -",
            "Sum           40.0             -          80.0   0.50           3.0      -");
  }

  private static Map<String, TpchTimes> databases(int threads, Map<String, Double> millis) {
    Map<String, TpchTimes> databases = new LinkedHashMap<>();
    for (String name : List.of("mosql", "h2", "other")) {
      if (millis.containsKey(name)) {
        TpchTimes times = new TpchTimes();
        times.add(threads, 1, millis.get(name));
        databases.put(name, times);
      }
    }
    return databases;
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    return new CommandLine(new TpchCommand("none"))
        .setOut(writer)
        .setErr(writer)
        .execute(arguments);
  }
}
