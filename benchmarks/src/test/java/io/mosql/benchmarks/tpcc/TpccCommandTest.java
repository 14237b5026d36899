package io.mosql.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.report.RunResult;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.TransactionMix;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Sampled(percent = 40, methods = true)
final class TpccCommandTest {
  private static final String URL = "jdbc:h2:file:{dir}/h2";
  private static final Scale SMALL = TpccTestDatabase.SMALL;
  private static final int RETRIES = 50;

  @TempDir Path directory;
  private final StringWriter output = new StringWriter();

  @Test
  void aFreshDatabaseIsLoadedCheckedRunReportedAndDeleted() throws Exception {
    Path json = directory.resolve("run.json");
    Path html = directory.resolve("run.html");
    Path place = directory.resolve("place");
    assertThat(job(settings(place, null, false, json, html)).execute()).isEqualTo(ExitCode.OK);
    assertThat(text())
        .contains("Loaded in", "Measured tpmC (NewOrders) = ", "Measured tpmTOTAL = ")
        .contains("Errors: 0, retries: 0", "fdatasync of 4 KB", "loopback echo")
        .doesNotContain("FAILED", "PROBLEM", "\r");
    RunResult result = JsonReport.read(json, RunResult.class).get(0);
    assertThat(result.found().orders()).isPositive();
    assertThat(result.tpmC())
        .isCloseTo(result.found().orders() * 60 / result.seconds(), within(1e-6));
    assertThat(result.tpmTotal()).isGreaterThan(result.tpmC());
    assertThat(Objects.requireNonNull(result.types().get("New-Order")).count()).isEqualTo(90);
    assertThat(result.conditionsBefore()).hasSize(12);
    assertThat(result.conditionsAfter()).hasSize(12);
    assertThat(result.generatorShare()).isBetween(0.0, 1.0);
    assertThat(result.machine().embedded()).isTrue();
    assertThat(Files.readString(html)).contains("<svg", "</html>");
    try (Stream<Path> left = Files.list(place)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aKeptDatabaseIsGoneOnWithAndChecked() throws Exception {
    Path keep = directory.resolve("keep");
    assertThat(job(settings(null, keep, false, null, null)).execute()).isEqualTo(ExitCode.OK);
    assertThat(job(settings(null, keep, false, null, null)).execute()).isEqualTo(ExitCode.OK);
    assertThat(text()).containsOnlyOnce("Loaded in").contains("Going on with the database of");
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.OK);
    int acked = Files.readAllLines(keep.resolve("acked.log")).size();
    assertThat(text())
        .contains("Acknowledged orders: %d, of these in the database: %1$d".formatted(acked));
  }

  @Test
  void aDatabaseKeptByTheFirstVersionStaysWhereItIs() throws Exception {
    Path keep = directory.resolve("keep");
    Files.createDirectories(keep.resolve("db"));
    assertThat(job(settings(null, keep, false, null, null)).execute()).isEqualTo(ExitCode.OK);
    assertThat(keep.resolve("db/h2.mv.db")).exists();
    assertThat(keep.resolve("h2.mv.db")).doesNotExist();
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aCheckFindsAnOrderThatIsGone() throws Exception {
    Path keep = directory.resolve("keep");
    job(settings(null, keep, false, null, null)).execute();
    Files.writeString(keep.resolve("acked.log"), "1,1,4711,5\n");
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.FAILED);
    assertThat(text()).contains("acknowledged 1,1,4711,5: no such order");
  }

  @Test
  void aCheckFindsABrokenCondition() throws Exception {
    Path keep = directory.resolve("keep");
    job(settings(null, keep, false, null, null)).execute();
    executeIn(keep, "UPDATE warehouse SET w_ytd = 0");
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.FAILED);
    assertThat(text()).contains("condition  1  FAILED");
  }

  @Test
  void anUnfinishedLoadIsFineUnlessOrdersWereAcknowledged() throws Exception {
    Path keep = directory.resolve("keep");
    Files.createDirectories(keep);
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.OK);
    job(settings(null, keep, false, null, null)).execute();
    executeIn(keep, "DELETE FROM tpcc_config");
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.FAILED);
    Files.delete(keep.resolve("acked.log"));
    assertThat(job(settings(null, keep, true, null, null)).execute()).isEqualTo(ExitCode.OK);
    // The next run loads the database again.
    assertThat(job(settings(null, keep, false, null, null)).execute()).isEqualTo(ExitCode.OK);
  }

  @Test
  void contradictionsOnTheCommandLineAreRefused() throws IOException {
    assertThat(run("--keep", "a", "--check", "b")).isEqualTo(2);
    assertThat(run("--warehouses", "0")).isEqualTo(2);
    assertThat(run("--terminals", "0")).isEqualTo(2);
    assertThat(run("--terminals", "1,2", "--report", "page.html")).isEqualTo(2);
    assertThat(run("--isolation", "snapshot")).isEqualTo(2);
    Path props = directory.resolve("bad.properties");
    Files.writeString(props, "terminals=some\n");
    assertThat(run(props.toString())).isEqualTo(2);
  }

  @Test
  void aCheckOfNothingIsRefused() {
    assertThat(run("--check", directory.resolve("nowhere").toString())).isEqualTo(ExitCode.REFUSED);
  }

  private int run(String... arguments) {
    CommandLine line = new CommandLine(new TpccCommand());
    line.setErr(new PrintWriter(new StringWriter()));
    return line.execute(arguments);
  }

  private void executeIn(Path keep, String sql) throws SQLException {
    String url = URL.replace("{dir}", keep.toAbsolutePath().toString());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private TpccJob job(TpccSettings settings) {
    return new TpccJob(settings, new ProgressConsole(new PrintWriter(output), false));
  }

  private String text() {
    return output.toString();
  }

  private static TpccSettings settings(
      @Nullable Path place,
      @Nullable Path keep,
      boolean check,
      @Nullable Path json,
      @Nullable Path html) {
    return settings(place, keep, check, json, html, List.of(plan(1)));
  }

  private static TpccSettings settings(
      @Nullable Path place,
      @Nullable Path keep,
      boolean check,
      @Nullable Path json,
      @Nullable Path html,
      List<RunPlan> plans) {
    TargetDatabase target = new TargetDatabase(URL, null, null, null, null, place, true);
    return new TpccSettings(target, 1, 2, SMALL, plans, 0, keep, check, json, html);
  }

  private static RunPlan plan(int terminals) {
    return new RunPlan(terminals, 0, 200, 0, true, TransactionMix.STANDARD, RETRIES, 5);
  }

  @Test
  void severalNumbersOfTerminalsRunOnOneDatabase() throws Exception {
    Path json = directory.resolve("run.json");
    TpccSettings settings =
        settings(directory, null, false, json, null, List.of(plan(1), plan(2), plan(1)));
    assertThat(job(settings).execute()).isEqualTo(ExitCode.OK);
    assertThat(text())
        .containsOnlyOnce("Loaded in")
        .contains("terminals: 2", "terminals           tpmC     ratio    errors")
        .doesNotContain("FAILED", "PROBLEM");
    List<RunResult> results = JsonReport.read(json, RunResult.class);
    assertThat(results).extracting(RunResult::clients).containsExactly(1, 2, 1);
    // The orders of each run are counted separately.
    assertThat(results).allMatch(result -> result.found().orders() > 0);
    assertThat(results.get(0).found().orders()).isLessThan(100);
  }

  @Test
  void warmingUpIsNotCounted() throws Exception {
    TargetDatabase target = new TargetDatabase(URL, null, null, null, null, directory, true);
    Path json = directory.resolve("run.json");
    TpccSettings settings =
        new TpccSettings(target, 1, 2, SMALL, List.of(plan(1)), 1, null, false, json, null);
    assertThat(job(settings).execute()).isEqualTo(ExitCode.OK);
    assertThat(text()).contains("Warming up for 1 s").doesNotContain("FAILED");
    assertThat(JsonReport.read(json, RunResult.class).get(0).found().orders()).isLessThan(100);
  }

  @Test
  void progressOnATerminalRewritesItsLine() {
    ProgressConsole console = new ProgressConsole(new PrintWriter(output), true);
    console.loading(50, 100, 1);
    console.running(2, "tpmC 3000", "3600");
    console.line("done");
    assertThat(List.of(text().split("\r", -1))).hasSize(4);
    assertThat(text()).contains("[###############               ]", "tpmC 3000   now 3600");
  }
}
