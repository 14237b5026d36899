package io.mosql.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LoadCommandTest {
  @TempDir Path directory;

  private String run(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new LoadCommand()).setOut(new PrintWriter(out));
    assertThat(line.execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void loadsRowsAndLeavesNothingBehind() throws IOException {
    String url = "jdbc:h2:file:{dir}/h2";
    assertThat(run("--url", url, "--rows", "25", "--batch", "10", "--dir", directory.toString()))
        .startsWith("insert           25 rows in ");
    try (var left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void buildsKeyAndIndexAfterwards() {
    String url = "jdbc:h2:mem:build_test";
    assertThat(run("--url", url, "--rows", "25", "--warmup", "0", "--build", "--scattered"))
        .contains("create index", "add primary key");
  }
}
