package io.mosql.benchmarks.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.storage.step.ItemCsvFile;
import io.mosql.benchmarks.storage.step.ItemTable;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Smoke tests of the commands on small databases, without measurements. */
@Sampled(percent = 40, methods = true)
final class StorageBenchCommandsTest {
  private static final String URL = "jdbc:h2:file:{dir}/h2";

  @TempDir Path directory;
  private final StringWriter text = new StringWriter();

  @Command(name = "bench")
  private static final class Bench {}

  @Test
  void anOpenedDatabaseIsKeptAndUsedAgain() throws Exception {
    Path keep = directory.resolve("keep");
    String[] arguments = {"open", "--bytes", "40k", "--runs", "1", "--keep", keep.toString()};
    assertThat(run(arguments)).isZero();
    assertThat(run(arguments)).isZero();
    assertThat(text.toString())
        .containsOnlyOnce("Building 187 rows")
        .containsOnlyOnce("Using the database that is there, 187 rows")
        .contains("Durability: ", "fdatasync of 4 KB", "cache keeps", "first query", "Errors: 0");
    assertThat(run("open", "--bytes", "50k", "--runs", "1", "--keep", keep.toString()))
        .isEqualTo(1);
    try (Connection connection = DriverManager.getConnection(url(keep.resolve("db")))) {
      ItemTable.execute(connection, "DELETE FROM item WHERE slot = 93");
    }
    assertThat(run(arguments)).isEqualTo(1);
    assertThat(text.toString()).endsWith("Errors: 1" + System.lineSeparator());
  }

  @Test
  void aDatabaseIsOpenedThatADyingProcessHasLeft() throws Exception {
    assertThat(run("replay", "--rows", "300", "--runs", "1", "--url", URL + ";WRITE_DELAY=0"))
        .isZero();
    assertThat(text.toString())
        .contains("left out: [checkpointLogBytes", "replay is faster than the load by")
        .contains("Errors: 0");
  }

  @Test
  void pointsAreReadHotScatteredAndBesideAScan() throws Exception {
    String[] arguments = {
      "point-reads", "--bytes", "40k", "--seconds", "0", "--warmup-seconds", "0"
    };
    assertThat(run(arguments)).isZero();
    assertThat(text.toString())
        .contains("heap 1g", "hot fifth, two threads", "scattered", "during a full scan")
        .contains("after the scan to before it", "Errors: 0");
    assertThat(leftOvers()).isEmpty();
  }

  @Test
  void aRowTakesMoreHeapThanItsBytes() throws Exception {
    assertThat(run("heap", "--rows", "3000", "--heap", "128m")).isZero();
    assertThat(text.toString()).contains("key and row are 218", "dirty", "clean", "Errors: 0");
  }

  @Test
  void checkpointsRunBesideTpcc() throws Exception {
    String[] arguments = {
      "checkpoint", "--small", "--seconds", "3", "--warmup-seconds", "0", "--quiet-seconds", "1"
    };
    assertThat(run(arguments)).isZero();
    assertThat(text.toString())
        .contains("checkpoints: number", "throughput lost during a checkpoint", "12 of 12 hold")
        .contains("Errors: 0");
  }

  @Test
  void whatTheDatabaseDoesNotKnowIsSaid() throws Exception {
    assertThat(run("copy", "--rows", "10")).isEqualTo(StepRunner.REFUSED);
    assertThat(text.toString())
        .contains("left out: [copyDirectory]", "COPY is not supported by this database");
  }

  @Test
  void checkpointsThatCannotBeSeenAreNotMeasured() throws Exception {
    assertThat(run("checkpoint", "--small", "--background")).isEqualTo(StepRunner.REFUSED);
    assertThat(text.toString()).contains("Checkpoints are not supported by this database");
  }

  @Test
  void aServerIsRefused() {
    assertThat(line().execute("heap", "--url", "jdbc:h2:tcp://127.0.0.1/x")).isEqualTo(1);
  }

  @Test
  void rowsFollowFromTheirNumbers() throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:items")) {
      ItemTable.create(connection, "item", true);
      ItemTable.fill(connection, "item", 2500);
      assertThat(ItemTable.wrongOnesOfAll(connection, 2500)).isZero();
      assertThat(ItemTable.wrongOnesOfAll(connection, 2501)).isEqualTo(1);
      ItemTable.execute(connection, "UPDATE item SET kind = -1 WHERE shelf = 1 AND slot = 7");
      assertThat(ItemTable.wrongOnesOfAll(connection, 2500)).isEqualTo(1);
      assertThat(ItemTable.isRight(ItemTable.select(connection), 1006)).isTrue();
      assertThat(ItemTable.isRight(ItemTable.select(connection), 1007)).isFalse();
      assertThat(ItemTable.isRight(ItemTable.select(connection), 2500)).isFalse();
      ItemTable.execute(connection, "DELETE FROM item");
      Path file = directory.resolve("items.csv");
      ItemCsvFile.write(file, 2500);
      ItemTable.execute(
          connection,
          "INSERT INTO item (shelf, slot, kind, body) SELECT * FROM csvread('" + file + "')");
      assertThat(ItemTable.wrongOnesOfAll(connection, 2500)).isZero();
    }
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!all.contains("--url")) {
      all.addAll(List.of("--url", URL));
    }
    if (!all.contains("--keep")) {
      all.addAll(List.of("--dir", directory.resolve("fresh").toString()));
    }
    return line().execute(all.toArray(new String[0]));
  }

  private CommandLine line() {
    CommandLine line = new CommandLine(new Bench());
    StorageBenchCommands.addTo(line);
    line.setOut(new PrintWriter(text));
    line.setErr(new PrintWriter(text));
    return line;
  }

  private List<Path> leftOvers() throws IOException {
    try (Stream<Path> paths = Files.list(directory.resolve("fresh"))) {
      return paths.toList();
    }
  }

  private static String url(Path database) {
    return URL.replace("{dir}", database.toString());
  }
}
