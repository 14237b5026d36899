package io.mosql.benchmarks.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.clients.BenchmarkClient;
import io.mosql.benchmarks.clients.ClientRun;
import io.mosql.benchmarks.clients.FailureCounts;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.workload.BenchmarkWorkload;
import io.mosql.benchmarks.workload.WorkloadResult;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Sampled(percent = 40, methods = true)
final class ContentionCommandsTest {
  @TempDir Path directory;

  @Command(name = "bench")
  private static final class Bench {}

  @Test
  void theCounterIsExact() throws Exception {
    List<WorkloadResult> results = run("counter", "--threads", "1,4", "--seconds", "1");
    assertThat(results).extracting(WorkloadResult::clients).containsExactly(1, 4);
    assertThat(results).allMatch(result -> result.acknowledged() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--update"})
  void everyJobIsDoneOnceAndTheQueueIsFilledAgain(String option) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("queue", "--threads", "1,4", "--jobs", "300", "--seconds", "60"));
    if (!option.isEmpty()) {
      arguments.add(option);
    }
    List<WorkloadResult> results = run(arguments.toArray(new String[0]));
    assertThat(results).hasSize(2).allMatch(result -> result.acknowledged() == 300);
  }

  @Test
  void aCommandLineWithoutSenseIsRefused() {
    assertThat(line().execute("queue", "--jobs", "0")).isEqualTo(2);
    assertThat(line().execute("counter", "--threads", "0")).isEqualTo(2);
  }

  @Test
  void aLostCountIsFound() throws SQLException {
    IncrementWorkload counter = new IncrementWorkload();
    try (Connection connection = loaded("counter-lost", counter)) {
      BenchmarkWorkload.Round round = counter.begin(connection, null);
      work(round.client(connection, 0), 5);
      assertThat(broken(round, connection, 5)).isEmpty();
      assertThat(broken(round, connection, 6)).containsExactly(1);
    }
  }

  @Test
  void aJobDoneTwiceAndALostJobAreFound() throws SQLException {
    QueueWorkload queue = new QueueWorkload(20, true);
    try (Connection connection = loaded("queue-broken", queue);
        Statement statement = connection.createStatement()) {
      BenchmarkWorkload.Round round = queue.begin(connection, null);
      work(round.client(connection, 0), 5);
      assertThat(broken(round, connection, 5)).isEmpty();
      statement.execute("UPDATE jobs SET state = 1 WHERE id = 6");
      assertThat(broken(round, connection, 5)).containsExactly(2);
      statement.execute("UPDATE jobs SET state = 0 WHERE id >= 5");
      assertThat(broken(round, connection, 5)).containsExactly(2);
      work(round.client(connection, 1), 2);
      assertThat(broken(round, connection, 7)).containsExactly(1);
    }
  }

  private static void work(BenchmarkClient client, int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      client.prepare();
      assertThat(client.execute()).isEqualTo(BenchmarkClient.Step.DONE);
      try {
        client.acknowledged();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Connection loaded(String name, BenchmarkWorkload workload) throws SQLException {
    Database database = Database.of("jdbc:h2:mem:" + name, null, null);
    Connection connection = database.open();
    workload.load(database, new ProgressConsole(new PrintWriter(new StringWriter()), false));
    return connection;
  }

  private static List<Integer> broken(
      BenchmarkWorkload.Round round, Connection connection, long acked) {
    ClientRun.Result run = new ClientRun.Result(new Histogram(1), 1, acked, new FailureCounts(), 0);
    return round.check(connection, run).stream()
        .filter(result -> !result.holds())
        .map(ConditionResult::number)
        .toList();
  }

  private List<WorkloadResult> run(String... arguments) throws Exception {
    Path json = directory.resolve("run.json");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", "jdbc:h2:file:{dir}/h2", "--dir", directory.toString()));
    all.addAll(List.of("--json", json.toString(), "--allow-tmpfs", "--retries", "50"));
    assertThat(line().execute(all.toArray(new String[0]))).isEqualTo(ExitCode.OK);
    return JsonReport.read(json, WorkloadResult.class);
  }

  private static CommandLine line() {
    CommandLine line = new CommandLine(new Bench());
    ContentionCommands.addTo(line);
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(new StringWriter()));
    return line;
  }
}
