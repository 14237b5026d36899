package io.mosql.testkit.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptRunnerTest {
  @TempDir Path directory = Path.of(".");

  private static String echo(String command, List<String> args) {
    return switch (command) {
      case "echo" -> String.join("\n", args);
      case "count" -> Integer.toString(args.size());
      case "fail" -> throw new IllegalArgumentException("for a reason");
      case "state" -> throw new MosqlException(SqlState.UNIQUE_VIOLATION, "double");
      default -> throw ScriptTarget.unknown(command, args);
    };
  }

  private Path script(String... lines) throws IOException {
    return Files.write(directory.resolve("a.script"), List.of(lines));
  }

  private static void compare(Path script) {
    ScriptRunner.comparing().run(script, ScriptRunnerTest::echo);
  }

  @Test
  void acceptsTheExpectedOutput() throws IOException {
    compare(
        script(
            "# comment",
            "> echo one two",
            "one",
            "two",
            "",
            "> echo",
            "> count \"a b\" \"\" \"q\\\"\\\\\"",
            "3",
            "# more",
            "> !fail",
            "IllegalArgumentException: for a reason",
            "> !state",
            "23505: double"));
  }

  @Test
  void barsTellOutputFromSyntax() throws IOException {
    Path script = script("> echo \"#x\" \"> y\" \"\" \"| z\" plain");
    ScriptRunner.updating().run(script, ScriptRunnerTest::echo);
    assertThat(Files.readAllLines(script).subList(1, 6))
        .containsExactly("| #x", "| > y", "|", "| | z", "plain");
    compare(script);
  }

  @Test
  void namesTheLineThatDiffers() throws IOException {
    Path script = script("> echo a", "a", "> echo b c", "b", "x", "", "> echo d", "d");
    assertThatThrownBy(() -> compare(script))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("a.script:5", "> echo b c", "x", "c")
        .hasMessageNotContaining("echo d");
  }

  @Test
  void missingAndSurplusOutputFail() throws IOException {
    Path missing = script("> echo a b", "a");
    assertThatThrownBy(() -> compare(missing)).isInstanceOf(AssertionError.class);
    Path surplus = script("> echo a", "a", "b");
    assertThatThrownBy(() -> compare(surplus)).isInstanceOf(AssertionError.class);
    Path atAll = script("> echo", "b");
    assertThatThrownBy(() -> compare(atAll)).isInstanceOf(AssertionError.class);
  }

  @Test
  void updateWritesTheActualOutputAndKeepsTheRest() throws IOException {
    Path script = script("# head", "> echo a", "wrong", "", "# tail", "> !fail");
    ScriptRunner.updating().run(script, ScriptRunnerTest::echo);
    assertThat(Files.readAllLines(script))
        .containsExactly(
            "# head",
            "> echo a",
            "a",
            "",
            "# tail",
            "> !fail",
            "IllegalArgumentException: for a reason");
  }

  @Test
  void updateNeverAcceptsWhatCannotBeRight() throws IOException {
    for (String line : List.of("> fail", "> !echo a", "> nonsense", "> !nonsense", "> \"open")) {
      Path script = script(line);
      assertThatThrownBy(() -> ScriptRunner.updating().run(script, ScriptRunnerTest::echo))
          .as(line)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("a.script:1");
      assertThat(Files.readAllLines(script)).containsExactly(line);
    }
  }

  @Test
  void scriptsWithoutCommandsFail() throws IOException {
    Path empty = script("# nothing");
    assertThatThrownBy(() -> compare(empty)).isInstanceOf(AssertionError.class);
    Path stray = script("output", "> echo");
    assertThatThrownBy(() -> compare(stray)).isInstanceOf(AssertionError.class);
  }

  @Test
  void listsScriptsByName() throws IOException {
    assertThatThrownBy(() -> ScriptRunner.scripts(directory)).isInstanceOf(AssertionError.class);
    Files.write(directory.resolve("b.script"), List.of());
    Files.write(directory.resolve("a.script"), List.of());
    Files.write(directory.resolve("c.txt"), List.of());
    assertThat(ScriptRunner.scripts(directory))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("a.script", "b.script");
  }
}
