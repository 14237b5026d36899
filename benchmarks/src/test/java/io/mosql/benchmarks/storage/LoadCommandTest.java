package io.mosql.benchmarks.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class LoadCommandTest {
  private static final String URL = "jdbc:h2:file:{dir}/h2";

  @TempDir Path directory;

  private String run(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new LoadCommand()).setOut(new PrintWriter(out));
    List<String> all = new ArrayList<>(List.of("--url", URL, "--dir", directory.toString()));
    all.addAll(List.of(arguments));
    assertThat(line.execute(all.toArray(new String[0]))).isZero();
    return out.toString();
  }

  @Test
  void loadsRowsInTurnsAndLeavesNothingBehind() throws IOException {
    assertThat(run("--rows", "25", "--batch", "10", "--warmup", "10", "--rounds", "1"))
        .contains("fdatasync of 4 KB", "insert           25 rows in ", "Errors: 0")
        .contains("faster than h2, synced, by medians");
    try (var left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void buildsKeyAndIndexAfterwards() {
    String[] arguments = {
      "--rows", "25", "--warmup", "0", "--build", "--random-order", "--alone", "--rounds", "1"
    };
    assertThat(run(arguments)).contains("create-index", "add-primary-key", "Errors: 0");
  }
}
