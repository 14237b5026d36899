package io.mosql.server.shell.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.command.InterruptHandler;
import io.mosql.server.shell.connection.ConnectionTarget;
import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.ShellConnection;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.terminal.ShellConsole.Entry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the console with JLine's editor, on a capable and on a dumb terminal. */
final class JlineConsoleTest {
  private static final Prompt PROMPT = new Prompt("50%m", false);

  @TempDir private Path folder;

  private final InterruptHandler interrupts = new InterruptHandler();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final ShellConnection link =
      new ShellConnection(new ConnectionTarget("jdbc:none:", null, null));
  private final Completer completion = new Completer(new MetadataCache(link), List::of);

  @Test
  void readsUntilAnEntryIsWhole() throws IOException {
    InputSplitter pieces = new InputSplitter();
    try (ShellConsole console = console("select 'a;\nb', (1\n+ 2);\n\\d x\n\nselect 1 \\g\n")) {
      assertThat(console.read(PROMPT, pieces))
          .isEqualTo(new Entry.Text("select 'a;\nb', (1\n+ 2);"));
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("\\d x"));
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text(""));
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("select 1 \\g"));
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.End());
    }
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("50%m> ", "50%m'> ", "50%m(> ");
  }

  @Test
  void goesOnWithWhatWasBegunBefore() throws IOException {
    InputSplitter pieces = new InputSplitter();
    pieces.addLine("select 'a");
    try (ShellConsole console = console("b;\nc';\n")) {
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("b;\nc';"));
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("50%m'> b;")
        .doesNotContain("50%m> ");
  }

  @Test
  void completesWords() throws IOException {
    try (ShellConsole console = console("sel\t1;\n")) {
      assertThat(console.read(PROMPT, new InputSplitter())).isEqualTo(new Entry.Text("select 1;"));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsWhatWasTypedForItsOwnerAndWithoutSecrets() throws IOException {
    Path history = folder.resolve("history");
    String typed =
        "select\n1;\ncreate user x password 'hush1';\n\\c jdbc:x:?password=hush2\nselect !1;\nhu'sh3\n";
    List<Entry> entries = new ArrayList<>();
    try (ShellConsole console = console(typed)) {
      for (int i = 0; i < 4; i++) {
        entries.add(console.read(PROMPT, new InputSplitter()));
      }
      assertThat(console.readSecret("Password: ")).isEqualTo("hu'sh3");
    }
    assertThat(entries).endsWith(new Entry.Text("select !1;"));
    assertThat(Files.readAllLines(history)).containsExactly("select\\n1;", "select !1;");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
        .isEqualTo("rw-------");
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("Password: ").doesNotContain("sh3");
  }

  @Test
  void linesAreEntriesWhereTheTerminalCanDoNothing() throws IOException {
    InputSplitter pieces = new InputSplitter();
    Terminal terminal = dumb("select\n1;\nhu'sh\n");
    try (ShellConsole console = new JlineConsole(terminal, null, completion, interrupts)) {
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("select"));
      pieces.addLine("select");
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("1;"));
      assertThat(console.readSecret("Password: ")).isEqualTo("hu'sh");
      assertThat(console.readSecret("Password: ")).isNull();
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("50%m> ", "50%m-> ", "Password: ")
        .doesNotContain("sh\n");
  }

  @Test
  void doesWithoutAHistoryThatCannotBeMade() throws IOException {
    Path nowhere = folder.resolve("no/such/directory/history");
    Terminal terminal = terminal("select 1;\n");
    try (ShellConsole console = new JlineConsole(terminal, nowhere, completion, interrupts)) {
      assertThat(console.read(PROMPT, new InputSplitter())).isEqualTo(new Entry.Text("select 1;"));
    }
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void ctrlCCancelsWhatRuns() throws IOException {
    Terminal terminal = terminal("");
    List<String> cancelled = new ArrayList<>();
    try (ShellConsole console = new JlineConsole(terminal, null, completion, interrupts)) {
      interrupts.setRunning(() -> cancelled.add("once"));
      terminal.raise(Signal.INT);
      assertThat(console.writer()).isNotNull();
    }
    assertThat(cancelled).containsExactly("once");
    assertThat(interrupts.isInterrupted()).isTrue();
    assertThat(interrupts.pause(Long.MAX_VALUE / 2)).isFalse();
  }

  private ShellConsole console(String typed) throws IOException {
    return new JlineConsole(terminal(typed), folder.resolve("history"), completion, interrupts);
  }

  private Terminal terminal(String typed) throws IOException {
    PipedOutputStream keyboard = new PipedOutputStream();
    InputStream in = new PipedInputStream(keyboard);
    Terminal terminal = new ExternalTerminal("test", "xterm", in, shown, StandardCharsets.UTF_8);
    terminal.setSize(Size.of(100, 30));
    // Input typed ahead would be echoed immediately, so typing starts only after this.
    terminal.echo(false);
    try (keyboard) {
      keyboard.write(typed.getBytes(StandardCharsets.UTF_8));
    }
    return terminal;
  }

  private Terminal dumb(String typed) throws IOException {
    InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    return new DumbTerminal("test", Terminal.TYPE_DUMB, in, shown, StandardCharsets.UTF_8);
  }
}
