package io.mosql.benchmarks.costs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class CostsCommandTest {
  @Command(name = "bench")
  private static final class Bench {}

  @Test
  void eachStepHasItsOperatorAndACost() {
    CommandLine bench = new CommandLine(new Bench());
    CostsCommands.addTo(bench);
    StringWriter out = new StringWriter();
    bench.setOut(new PrintWriter(out));
    bench.setErr(new PrintWriter(out));
    assertThat(
            bench.execute(
                "costs", "--rows", "20000", "--rounds", "1", "--url", "jdbc:mosql:mem:coststest"))
        .as(out::toString)
        .isZero();
    assertThat(out.toString()).contains("get by primary key", "hash table, build", "sort, a ");
  }
}
