package io.mosql.benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class PartitionCommandTest {
  @TempDir Path directory;
  private final StringWriter text = new StringWriter();

  @Command(name = "bench")
  private static final class Bench {}

  @Test
  void tablesAreWrittenForPeopleAndForPrograms() throws IOException {
    Path csv = directory.resolve("points.csv");
    int code =
        run(
                "--nodes",
                "1,3",
                "--cross-partition",
                "0,50",
                "--delay-ms",
                "0.05,1",
                "--terminals",
                "4",
                "--seconds",
                "0.1")
            + run(
                "--nodes",
                "3",
                "--seconds",
                "0.05",
                "--cross-partition",
                "25",
                "--csv",
                csv.toString());
    assertThat(code).isZero();
    assertThat(text.toString())
        .contains("Transactions/s, all terminals", "0.0 % cross    50.0 % cross", "ms, few")
        .containsPattern(" 3 +1\\.000 +\\d+ +\\d+");
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).split(",")).hasSameSizeAs(lines.get(1).split(","));
    assertThat(lines.get(1)).startsWith("3,3,3,0.050,25.0,128,");
  }

  @Test
  void theCalibrationIsShownAlone() {
    assertThat(run("--calibration")).isZero();
    assertThat(text.toString())
        .contains("10 terminals, transactions/s", "6800.07", "fitted", "predicted")
        .doesNotContain("few terminals");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(run("--nodes", "0")).isEqualTo(2);
    assertThat(run("--cross-partition", "101")).isEqualTo(2);
    assertThat(text.toString()).contains("a share lies between 0 and 1", "begin at 1");
  }

  private int run(String... arguments) {
    CommandLine line = new CommandLine(new Bench());
    PartitionCommands.addTo(line);
    PrintWriter out = new PrintWriter(text, true);
    line.setOut(out).setErr(out);
    String[] all = new String[arguments.length + 1];
    all[0] = "partition";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return line.execute(all);
  }
}
