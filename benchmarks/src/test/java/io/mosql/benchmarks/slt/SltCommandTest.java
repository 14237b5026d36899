package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Sampled(percent = 40, methods = true)
final class SltCommandTest {
  private static final String RIGHT =
      "statement ok\nCREATE TABLE t (a INTEGER)\n\nquery I nosort\nSELECT COUNT(*) FROM t\n----\n0\n";

  @TempDir Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private Path corpus = Path.of("");

  @BeforeEach
  void makeCorpus() throws IOException {
    corpus = Files.createDirectories(directory.resolve("corpus"));
    Files.createDirectories(corpus.resolve("deep/er"));
    Files.writeString(corpus.resolve("a.test"), RIGHT);
    Files.writeString(corpus.resolve("deep/er/b.test"), RIGHT + many(40));
  }

  private static String many(int queries) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < queries; i++) {
      text.append("\nquery I nosort\nSELECT ").append(i).append("\n----\n").append(i).append('\n');
    }
    return text.toString();
  }

  @Test
  void runsEverythingOnceWhenThereIsTime() throws IOException {
    assertThat(run("--minutes", "5", "--state", state())).isZero();
    assertThat(report())
        .contains("Files met:   2 of 2", "Records:     44", "Right:       44", "Wrong:       0")
        .anyMatch(line -> line.matches("a\\.test +100\\.0 +2 +0 +0"))
        .anyMatch(line -> line.matches("deep/er/b\\.test +100\\.0 +42 +0 +0"));
  }

  @Test
  void saysWhatIsWrongAndEndsWithOne() throws IOException {
    Files.writeString(corpus.resolve("c.test"), "query I nosort\nSELECT 1\n----\n2\n");
    assertThat(run("--minutes", "5", "--state", state())).isEqualTo(1);
    assertThat(report())
        .contains("Wrong:       1", "c.test:1: SELECT 1 -- expected [2] but got [1]");
    // Results of an earlier run are kept.
    assertThat(run("--minutes", "5", "--state", state())).isEqualTo(1);
    assertThat(report()).contains("Records:     45", "Wrong:       1");
  }

  @Test
  void goesOnWhereItWasCut() throws IOException {
    assertThat(run("--minutes", "0", "--state", state())).isZero();
    assertThat(report()).contains("Files met:   0 of 2");
    assertThat(run("--minutes", "5", "--state", state())).isZero();
    Path ledger = Path.of(state()).resolve("slt.ledger");
    List<String> whole = Files.readAllLines(ledger);
    List<String> half = whole.subList(0, whole.size() / 2);
    Files.writeString(ledger, String.join("\n", half) + "\n");
    Files.writeString(ledger, "wrong\ta.test\t1\t7\tof a slice that", StandardOpenOption.APPEND);
    assertThat(run("--minutes", "5", "--state", state())).isZero();
    assertThat(report()).contains("Records:     44", "Wrong:       0");
    assertThat(Files.readAllLines(ledger)).containsExactlyInAnyOrderElementsOf(whole);
  }

  @Test
  void refusesTheStateOfOtherTerms() {
    assertThat(run("--minutes", "0", "--state", state())).isZero();
    assertThat(run("--minutes", "0", "--state", state(), "--seed", "2")).isEqualTo(2);
  }

  @Test
  void shardsShareTheFilesOut() throws IOException {
    assertThat(run("--shard", "1/2", "--state", state() + 1)).isZero();
    assertThat(run("--shard", "2/2", "--state", state() + 2)).isZero();
    assertThat(Files.readAllLines(Path.of(state() + 1).resolve("report.txt")))
        .contains("Files met:   1 of 1")
        .anyMatch(line -> line.startsWith("a.test "));
    assertThat(Files.readAllLines(Path.of(state() + 2).resolve("report.txt")))
        .contains("Files met:   1 of 1")
        .anyMatch(line -> line.startsWith("deep/er/b.test "));
    for (String shard : List.of("0/2", "3/2", "1", "x/y")) {
      assertThat(run("--shard", shard)).as(shard).isEqualTo(2);
    }
  }

  @Test
  void runsFilesOfANameOnly() throws IOException {
    assertThat(run("--file", "deep/**", "--state", state())).isZero();
    assertThat(report()).contains("Files met:   1 of 1", "Records:     42");
    assertThat(run("--file", "none")).isEqualTo(2);
  }

  @Test
  void aSampleIsACorpusToo() throws IOException {
    Files.writeString(corpus.resolve("deep/er/b.test"), RIGHT + many(80));
    Path sample = directory.resolve("sample.zip");
    assertThat(run("--sample", sample.toString(), "--queries", "50")).isZero();
    assertThat(out.toString()).contains("50 queries in");
    byte[] bytes = Files.readAllBytes(sample);
    assertThat(run("--sample", sample.toString(), "--queries", "50")).isZero();
    assertThat(Files.readAllBytes(sample)).isEqualTo(bytes);
    corpus = sample;
    assertThat(run("--state", state())).isZero();
    assertThat(report()).contains("Files met:   2 of 2", "Records:     52", "Right:       52");
  }

  private String state() {
    return directory.resolve("state").toString();
  }

  private List<String> report() throws IOException {
    return Files.readAllLines(Path.of(state()).resolve("report.txt"));
  }

  private int run(String... arguments) {
    CommandLine line = new CommandLine(new SltCommand());
    PrintWriter writer = new PrintWriter(out, true);
    line.setOut(writer).setErr(writer);
    String[] all = new String[arguments.length + 2];
    all[0] = "--corpus";
    all[1] = corpus.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return line.execute(all);
  }
}
