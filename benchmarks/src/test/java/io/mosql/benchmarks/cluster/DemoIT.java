package io.mosql.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Shard;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the commands that start clusters of processes, run as by ./mosql, with small tables. */
@Shard(index = 1, of = 6)
final class DemoIT {
  private static final Path JAR = Path.of("../server/target/mosql.jar").toAbsolutePath();
  private static final int SECONDS_MAX = 240;

  @TempDir private Path folder;

  // JUnit sets the directory.
  @SuppressWarnings("NullAway.Init")
  DemoIT() {}

  private record Ended(int exitCode, String output) {}

  @Test
  void theLeaderIsKilledAndNothingAcknowledgedIsLost() throws Exception {
    Path keep = folder.resolve("kept");
    Ended demo =
        run(
            "cluster",
            "demo",
            "--small",
            "--seconds",
            "8",
            "--terminals",
            "2",
            "--keep",
            "" + keep);
    assertThat(demo.output())
        .contains("TPC-C conditions 1-12: ok")
        .containsPattern("Nothing was committed for [0-9.]+ s around the kill")
        .containsPattern("Transactions lost that were open at that moment: [0-9]")
        .contains("the same on all nodes")
        .contains("All is well");
    assertThat(demo.exitCode()).as(demo.output()).isZero();
    try (Stream<Path> kept = Files.list(keep)) {
      assertThat(kept.map(path -> "" + path.getFileName())).contains("n1", "n2", "n3", "acked.log");
    }
    assertThat(run("cluster", "demo", "--keep", "" + keep).output()).contains("is not empty");
  }

  @EnabledIfSystemProperty(named = "mosql.nightly", matches = "true")
  @Test
  void threeNodesAreMeasuredBesideOne() throws Exception {
    Ended bench =
        run(
            "bench",
            "cluster",
            "--small",
            "--seconds",
            "1",
            "--rounds",
            "1",
            "--terminals",
            "2",
            "--dir",
            folder.toString());
    assertThat(bench.output())
        .containsPattern("tpmC, 2 terminals +[0-9,]+ +[0-9,]+ +[0-9.]+")
        .containsPattern("commit of one row, p50 us +[0-9,]+ +[0-9,]+ +[0-9.]+")
        .contains("ran 0 statements and wrote 0 log entries meanwhile")
        .contains("errors: 0");
    assertThat(bench.exitCode()).as(bench.output()).isZero();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(path -> path.toString().contains("mosql-bench-"))).isEmpty();
    }
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String path =
        JAR
            + File.pathSeparator
            + Path.of("target/classes").toAbsolutePath()
            + File.pathSeparator
            + Path.of("target/lib").toAbsolutePath().resolve("*");
    command.addAll(List.of("-cp", path, "io.mosql.benchmarks.Benchmarks"));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).as("it ends").isTrue();
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      process.destroy();
    }
  }
}
