package io.mosql.server.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the shell as a separate process, with and without a pseudo-terminal. */
@Sampled(percent = 50, methods = true)
@Timeout(180)
final class TerminalTest {
  private static final String CLI = "io.mosql.server.Cli";

  @TempDir private Path home;

  /** Simulated user, which waits for expected output before it types. */
  private static final class Typist {
    private final InputStream screen;
    private final OutputStream keyboard;
    private static final int SHOWN_MAX = 16 << 10;

    private final StringBuilder shown = new StringBuilder();

    Typist(Process process) {
      this.screen = process.getInputStream();
      this.keyboard = process.getOutputStream();
    }

    void type(String keys) throws IOException {
      keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
      keyboard.flush();
    }

    /** Reads until the text was shown. */
    void awaits(String text) throws IOException {
      shown.setLength(0);
      while (shown.length() < text.length()
          || !text.contentEquals(
              shown.subSequence(shown.length() - text.length(), shown.length()))) {
        int c = screen.read();
        if (c < 0) {
          throw new AssertionError("not shown: " + text + " in " + shown);
        }
        if (shown.length() > SHOWN_MAX) {
          // An endless result may scroll by until it is cancelled.
          shown.delete(0, SHOWN_MAX / 2);
        }
        shown.append((char) c);
      }
    }
  }

  @Test
  void promptCompletionAndCtrlCWorkAtATerminal() throws Exception {
    assumeTrue(hasScript(), "the script command of util-linux is not installed here");
    String shell =
        "stty cols 100 rows 30; exec "
            + heedingSignals()
            + java("-Duser.home=" + home).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "))
            + " sql jdbc:mosql:mem:pty";
    Process process = process("script", "-qec", shell, "/dev/null");
    try {
      Typist typist = new Typist(process);
      typist.awaits("pty> ");
      typist.type("create table person (id int primary key, first_name varchar(20));\r");
      typist.awaits("ok");
      typist.awaits("pty> ");
      typist.type("select 'a\r");
      typist.awaits("pty'> ");
      typist.type("\u0003");
      typist.awaits("pty> ");
      typist.type("select fir\u0001");
      typist.awaits("fir");
      typist.type("\u000bselect count(*) as n from pers\t");
      typist.awaits("person");
      typist.type(";\r");
      typist.awaits("(1 row)");
      typist.awaits("pty> ");
      typist.type("begin;\r");
      typist.awaits("pty*> ");
      // More rows than can be displayed before the cancellation.
      typist.type("select a.* from mosql.columns a, mosql.columns b, mosql.columns c;\r");
      typist.awaits("schema_name");
      typist.awaits("first_name");
      typist.type("\u0003");
      typist.awaits("ERROR 57014");
      typist.awaits("pty*> ");
      typist.type("rollback;\r");
      typist.awaits("pty> ");
      typist.type("select 'still ' || 'here' as a;\r");
      typist.awaits("still here");
      typist.awaits("pty> ");
      typist.type("\u0004");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(home.resolve(".mosql_history")))
        .contains("select count(*) as n from person ;");
  }

  @Test
  void scriptsDoWithoutJline() throws Exception {
    Path classes = home.resolve("classes");
    List<String> command =
        java("-Xlog:class+load:file=" + classes, "-Duser.home=" + home, "-Dmosql.terminal=true");
    String[] arguments = {"sql", "jdbc:h2:mem:", "-c", "select 1 as a; \\timing on"};
    String[] all =
        Stream.concat(command.stream(), List.of(arguments).stream()).toArray(String[]::new);

    Process process = process(all);
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(shown.lines()).containsExactly("A", "-", "1", "(1 row)");
    assertThat(Files.readString(classes))
        .contains("io.mosql.server.shell.command.Interpreter")
        .doesNotContain("org.jline");
    assertThat(home.resolve(".mosql_history")).doesNotExist();
  }

  /**
   * Returns a command that resets the handling of Ctrl-C: a background process may have inherited a
   * setting that ignores it, and would pass it on to its children.
   */
  private static String heedingSignals() throws Exception {
    String reset = "env --default-signal=INT ";
    boolean known = new ProcessBuilder("sh", "-c", reset + "true").start().waitFor() == 0;
    return known ? reset : "";
  }

  private static List<String> java(String... flags) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = System.getProperty("java.class.path");
    return Stream.of(
            List.of(java, "-XX:+UseSerialGC", "-Dslf4j.internal.verbosity=ERROR"),
            List.of(flags),
            List.of("-cp", path, CLI))
        .flatMap(List::stream)
        .toList();
  }

  private Process process(String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
    builder.environment().put("TERM", "xterm");
    builder.environment().keySet().removeIf(name -> name.startsWith("MOSQL_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder.start();
  }

  /** The script program of other systems has different options. */
  private boolean hasScript() throws InterruptedException {
    try {
      Process process = process("script", "--version");
      process.getOutputStream().close();
      String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 && version.contains("util-linux");
    } catch (IOException e) {
      return false;
    }
  }
}
