package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Tests of the command line from arguments to output, on H2, since the command line works with any
 * JDBC driver.
 */
final class CliTest {
  private static final String URL = "jdbc:h2:mem:";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void withoutCommandItSaysWhatThereIs() {
    assertThat(run()).isZero();
    assertThat(out.toString()).contains("Usage: mosql").contains("sql").doesNotContain("warmup");
  }

  @Test
  void versionNamesProductAndJava() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString())
        .containsPattern("MoSQL \\d+\\.\\d+")
        .contains("Java " + Runtime.version());
  }

  @Test
  void plainPrintsTabSeparatedValuesAndNothingElse() {
    String script =
        "create table t (id int, name varchar(20)); insert into t values (1, 'a\tb'), (2, null);"
            + "select * from t order by id";

    assertThat(run("sql", URL, "--format", "plain", "-c", script)).isZero();

    assertThat(out.toString().lines()).containsExactly("1\ta\\tb", "2\t");
  }

  @Test
  void alignedLinesUpColumnsAndNumbersToTheRight() {
    String script =
        "create table t (id int, name varchar(20)); insert into t values (1, 'one'), (10, null);"
            + "select id, name as label from t order by id";

    assertThat(run("sql", URL, "--format", "aligned", "-c", script)).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "ok", "2 rows changed", "ID  LABEL", "--  -----", " 1  one", "10", "(2 rows)");
  }

  @Test
  void alignedPrintsTheHeadingOfAnEmptyResultOnce() {
    assertThat(run("sql", URL, "--format", "aligned", "-c", "select 1 as a where 1 = 0")).isZero();
    assertThat(out.toString().lines()).containsExactly("A", "-", "(0 rows)");
  }

  @Test
  void alignedPrintsResultsLargerThanItsBlock() {
    String sql = "select x from system_range(1, 2500)";

    assertThat(run("sql", URL, "--format", "aligned", "-c", sql)).isZero();

    assertThat(out.toString().lines()).hasSize(2503).contains("2500").endsWith("(2500 rows)");
  }

  @Test
  void runsFilesAfterCommands() throws IOException {
    Path script =
        Files.writeString(folder.resolve("s.sql"), "insert into t values (5);\nselect * from t;");

    assertThat(run("sql", URL, "-c", "create table t (id int)", "-f", script.toString())).isZero();

    assertThat(out.toString().lines()).containsExactly("5");
  }

  @Test
  void firstErrorEndsTheRunWithItsSqlState() {
    String script = "select 1; select * from nowhere; select 2";

    assertThat(run("sql", URL, "-c", script)).isEqualTo(1);

    assertThat(out.toString().lines()).containsExactly("1");
    assertThat(err.toString()).startsWith("ERROR 42S").containsIgnoringCase("nowhere");
  }

  @Test
  void unknownUrlIsAnErrorOfTheConnection() {
    assertThat(run("sql", "jdbc:none:", "-c", "select 1")).isEqualTo(1);
    assertThat(err.toString()).startsWith("ERROR 08001");
  }

  @Test
  void wrongCommandLinesExitWithTwo() {
    assertThat(run("sql", "--password", "-c", "select 1")).isEqualTo(2);
    assertThat(run("sql", "-f", folder.resolve("missing").toString())).isEqualTo(2);
    assertThat(run("nonsense")).isEqualTo(2);
    assertThat(err.toString()).contains("MOSQL_PASSWORD").contains("missing");
  }

  @Test
  void scriptsRunCommandsAndReportThePositionsOfErrors() throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("s.sql"), "\\format csv\nselect 1 as a;\n\n\\nonsense\nselect 2;\n");

    assertThat(run("sql", URL, "-f", script.toString())).isEqualTo(1);

    assertThat(out.toString().lines()).containsExactly("A", "1");
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            script + ":4: ERROR: invalid command \\nonsense; try \\? for help\n");
  }

  @Test
  void errorsEndNoScriptThatMayGoOn() {
    String script = "select 1; select * from nowhere; \\nonsense\nselect 2";

    assertThat(run("sql", URL, "--no-stop-on-error", "-c", script, "-c", "select 3")).isEqualTo(1);

    assertThat(out.toString().lines()).containsExactly("1", "2", "3");
    assertThat(err.toString().lines().filter(line -> line.startsWith("ERROR"))).hasSize(2);
  }

  @Test
  void endingAFileEndsNothingElse() throws IOException {
    Path script = Files.writeString(folder.resolve("s.sql"), "select 1;\n\\q\nselect 2;\n");

    assertThat(run("sql", URL, "-f", script.toString(), "-f", script.toString())).isZero();

    assertThat(out.toString().lines()).containsExactly("1", "1");
  }

  @Test
  void echoShowsStatementsAndQuietLeavesAcknowledgementsOut() {
    String script = "create table t (id int);select * from t";

    assertThat(run("sql", URL, "--echo", "--format", "aligned", "-c", script)).isZero();
    assertThat(run("sql", URL, "--quiet", "--format", "aligned", "-c", script)).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "create table t (id int);",
            "ok",
            "select * from t;",
            "ID",
            "--",
            "(0 rows)",
            "ID",
            "--",
            "(0 rows)");
  }

  @Test
  void filesAreStreamedWhateverTheyHoldBehindAnError() throws IOException {
    byte[] text = {'s', 'e', 'l', 'e', 'k', 't', ';', '\n', (byte) 0xC3, '\n'};
    Path script = Files.write(folder.resolve("s.sql"), text);

    assertThat(run("sql", URL, "-f", script.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith(script + ":1: ERROR");
  }

  @Test
  void theFormatMayBeInAnyCase() {
    assertThat(run("sql", URL, "--format", "Json", "-c", "select 1 as a, null as b")).isZero();
    assertThat(out.toString()).isEqualTo("[{\"A\": 1, \"B\": null}]\n");
  }

  private int run(String... arguments) {
    CommandLine commandLine = Cli.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
