package io.mosql.benchmarks.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class ToolBenchCommandsTest {
  @TempDir Path directory;

  @Command(name = "bench")
  private static final class Bench {}

  private static String run(String... arguments) {
    CommandLine bench = new CommandLine(new Bench());
    ToolBenchCommands.addTo(bench);
    StringWriter out = new StringWriter();
    bench.setOut(new PrintWriter(out));
    bench.setErr(new PrintWriter(out));
    assertThat(bench.execute(arguments)).as(out::toString).isZero();
    return out.toString();
  }

  @Test
  void poolBesideOneConnection() {
    assertThat(run("pool", "--queries", "100", "--rounds", "1", "--url", "jdbc:mosql:mem:pooltest"))
        .contains("round 1: pool ", "ratio: median ");
  }

  @Test
  void hibernateInsertsAllEntities() {
    assertThat(
            run("hibernate", "--entities", "120", "--rounds", "1", "--dir", directory.toString()))
        .contains(
            "mosql: MoSQL ",
            "one transaction: mosql, median",
            "commit for each batch: mosql, median");
  }
}
