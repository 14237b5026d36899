package io.mosql.benchmarks.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class StartCommandTest {
  private final StringWriter output = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new StartCommand())
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .execute(arguments);
  }

  @Test
  void firstAndFurtherDatabasesBesideH2() {
    assertThat(run("--rounds", "1", "--further-rounds", "1", "--databases", "2", "--tables", "2"))
        .as(output::toString)
        .isZero();
    assertThat(output.toString())
        .containsPattern("First database, one table; medians of 1 JVMs\n +mosql +h2 +ratio\n")
        .containsPattern("(?m)^  classes +[\\d,.]+ +[\\d,.]+ +[\\d.]+$")
        .contains("Each further database, 2 tables; mean of 1, medians of 1 JVMs");
  }

  @Test
  void namesWithoutUrlAreRejected() {
    assertThat(run("--with", "nosuch")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(output.toString()).contains("'nosuch' is neither mosql nor h2 nor a JDBC URL");
  }

  @Test
  void driversMustExist() {
    assertThat(run("--with", "jdbc:nosuch:{n}", "--rounds", "1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(output.toString()).contains("there is no driver for jdbc:nosuch:{n}");
  }

  @Test
  void medians() {
    List<StartResult> results =
        List.of(
            StartResult.parse(StartResult.MARK + "3.5 20.0 0 0 900"),
            StartResult.parse(StartResult.MARK + "1.5 40.0 0 0 900"),
            StartResult.parse(StartResult.MARK + "9.5 30.0 0 0 900"),
            StartResult.parse(StartResult.MARK + "4.5 10.0 0 0 900"));
    assertThat(StartResult.median(results, StartResult::firstWall)).isEqualTo(4.0);
    assertThat(StartResult.median(results.subList(0, 3), StartResult::firstCpu)).isEqualTo(30.0);
  }
}
