package io.mosql.benchmarks.tpcb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.RetainedDatabase;
import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.workload.WorkloadJob;
import io.mosql.benchmarks.workload.WorkloadResult;
import io.mosql.benchmarks.workload.WorkloadSettings;
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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

@Sampled(percent = 34, methods = true)
final class TpcbWorkloadTest {
  private static final String URL = "jdbc:h2:file:{dir}/h2";
  private static final TpcbTables SMALL = new TpcbTables(2, 50);

  @TempDir Path directory;
  private final StringWriter output = new StringWriter();
  private final ProgressConsole console = new ProgressConsole(new PrintWriter(output), false);

  @Test
  void clientsRunAndTheDatabaseHoldsWhatWasAcknowledged() throws Exception {
    Path json = directory.resolve("run.json");
    Path place = directory.resolve("place");
    assertThat(run(null, place, json, 1, 3)).isEqualTo(ExitCode.OK);
    assertThat(text())
        .containsOnlyOnce("Loaded in")
        .contains("Measured tps = ", "Errors: 0, retries: ", "fdatasync of 4 KB")
        .contains("condition  5  ok", "clients            tps     ratio    errors")
        .doesNotContain("FAILED", "PROBLEM");
    List<WorkloadResult> results = JsonReport.read(json, WorkloadResult.class);
    assertThat(results).extracting(WorkloadResult::clients).containsExactly(1, 3);
    assertThat(results).allMatch(result -> result.perSecond() > 0);
    assertThat(results).allMatch(result -> result.times().count() == result.acknowledged());
    try (Stream<Path> left = Files.list(place)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aKeptDatabaseIsGoneOnWithAndChecked() throws Exception {
    Path keep = directory.resolve("keep");
    assertThat(run(keep, null, null, 1)).isEqualTo(ExitCode.OK);
    assertThat(run(keep, null, null, 2)).isEqualTo(ExitCode.OK);
    assertThat(text()).containsOnlyOnce("Loaded in").contains("Going on with the database of");
    assertThat(check(keep)).isEqualTo(ExitCode.OK);
    int acked = Files.readAllLines(keep.resolve("acked.log")).size();
    assertThat(text())
        .contains("Acknowledged transactions: %d, of these in the database: %1$d".formatted(acked));
  }

  @Test
  void aCheckFindsATransactionThatIsGone() throws Exception {
    Path keep = directory.resolve("keep");
    run(keep, null, null, 1);
    Path log = keep.resolve("acked.log");
    String twice = Files.readAllLines(log).get(0) + "\n";
    Files.writeString(log, Files.readString(log) + twice + "1,1,1,1000000\n");
    assertThat(check(keep)).isEqualTo(ExitCode.FAILED);
    assertThat(text()).contains("acknowledged 1,1,1,1000000: not in the history");
    assertThat(text()).contains("acknowledged " + twice.strip() + ": not in the history");
  }

  /** Damage to the data, and the conditions that must detect it. */
  record Damage(String sql, List<Integer> broken) {}

  static Stream<Damage> damages() {
    return Stream.of(
        new Damage("UPDATE tpcb_branches SET bbalance = bbalance + 1 WHERE bid = 2", of(1, 2)),
        new Damage("UPDATE tpcb_tellers SET tbalance = tbalance - 1 WHERE tid = 7", of(1, 2, 3)),
        new Damage("UPDATE tpcb_accounts SET abalance = abalance + 5 WHERE aid = 70", of(1, 4)),
        new Damage("UPDATE tpcb_branches SET bbalance = bbalance + 3 - 2 * bid", of(2)),
        new Damage("UPDATE tpcb_history SET delta = delta + 1 WHERE aid = 3", of(1, 3, 4)),
        new Damage("INSERT INTO tpcb_history VALUES (1, 1, 1, 0, now(), '')", of(5)),
        new Damage("DROP TABLE tpcb_tellers", of(1, 2, 3)));
  }

  private static List<Integer> of(Integer... numbers) {
    return List.of(numbers);
  }

  @ParameterizedTest
  @MethodSource("damages")
  void eachConditionNoticesItsDamageAndNoOther(Damage damage) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:tpcb-damage")) {
      SMALL.load(Database.of("jdbc:h2:mem:tpcb-damage", null, null), console);
      Connection own = DriverManager.getConnection("jdbc:h2:mem:tpcb-damage");
      TpcbClient client = new TpcbClient(own, SMALL, new SplittableRandom(1), null);
      for (int i = 0; i < 300; i++) {
        client.prepare();
        client.execute();
      }
      own.close();
      assertThat(broken(connection)).isEmpty();
      try (Statement statement = connection.createStatement()) {
        statement.execute(damage.sql());
      }
      assertThat(broken(connection)).isEqualTo(damage.broken());
    }
  }

  private static List<Integer> broken(Connection connection) {
    return new TpcbCheck(connection)
        .conditions(300L).stream().filter(r -> !r.holds()).map(ConditionResult::number).toList();
  }

  @Test
  void fifteenOfAHundredAccountsAreOfAnotherBranch() throws SQLException {
    TpcbTables three = new TpcbTables(3, 10);
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:tpcb-input")) {
      three.load(Database.of("jdbc:h2:mem:tpcb-input", null, null), console);
      TpcbClient client = new TpcbClient(connection, three, new SplittableRandom(5), null);
      int remote = 0;
      for (int i = 0; i < 10_000; i++) {
        client.prepare();
        assertThat(client.account()).isBetween(1, 30);
        assertThat(client.teller()).isBetween(1, 30);
        assertThat(client.branch()).isEqualTo((client.teller() - 1) / 10 + 1);
        assertThat(client.delta()).isBetween(-999_999, 999_999);
        remote += (client.account() - 1) / 10 + 1 == client.branch() ? 0 : 1;
      }
      assertThat(remote).isBetween(1350, 1650);
    }
  }

  @Test
  void contradictionsOnTheCommandLineAreRefused() throws IOException {
    assertThat(line("--keep", "a", "--check", "b")).isEqualTo(2);
    assertThat(line("--scale", "0")).isEqualTo(2);
    assertThat(line("--clients", "0")).isEqualTo(2);
    assertThat(line("--seconds", "0")).isEqualTo(2);
    assertThat(line("--check", directory.resolve("nowhere").toString()))
        .isEqualTo(ExitCode.REFUSED);
  }

  private static int line(String... arguments) {
    CommandLine line = new CommandLine(new TpcbCommand());
    line.setErr(new PrintWriter(new StringWriter()));
    return line.execute(arguments);
  }

  private int run(@Nullable Path keep, @Nullable Path place, @Nullable Path json, int... clients)
      throws Exception {
    List<ClientPlan> plans =
        Arrays.stream(clients).mapToObj(n -> new ClientPlan(n, 1, 0, 50)).toList();
    WorkloadSettings settings = new WorkloadSettings(target(place), plans, keep, json);
    return new WorkloadJob(settings, new TpcbWorkload(SMALL, 1, console), console).execute();
  }

  private int check(Path keep) throws Exception {
    return new RetainedDatabase(keep, WorkloadJob.ACKNOWLEDGED)
        .check(target(null), console, new TpcbWorkload(SMALL, 1, console));
  }

  private static TargetDatabase target(@Nullable Path place) {
    return new TargetDatabase(URL, null, null, null, null, place, true);
  }

  private String text() {
    return output.toString();
  }
}
