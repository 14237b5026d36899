package io.mosql.server.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.Console.Entry;
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

/** JLine's editor, on a terminal that can do much and on one that can do nothing. */
final class JlineConsoleTest {
  private static final Prompt PROMPT = new Prompt("50%m", false);

  @TempDir private Path folder;

  private final Interrupts interrupts = new Interrupts();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Link link = new Link(new Target("jdbc:none:", null, null));
  private final Completion completion = new Completion(new MetadataCache(link), List::of);

  @Test
  void readsUntilAnEntryIsWhole() throws IOException {
    Pieces pieces = new Pieces();
    try (Console console = console("select 'a;\nb', (1\n+ 2);\n\\d x\n\nselect 1 \\g\n")) {
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
    Pieces pieces = new Pieces();
    pieces.feed("select 'a");
    try (Console console = console("b;\nc';\n")) {
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("b;\nc';"));
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("50%m'> b;")
        .doesNotContain("50%m> ");
  }

  @Test
  void completesWords() throws IOException {
    try (Console console = console("sel\t1;\n")) {
      assertThat(console.read(PROMPT, new Pieces())).isEqualTo(new Entry.Text("select 1;"));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsWhatWasTypedForItsOwnerAndWithoutSecrets() throws IOException {
    Path history = folder.resolve("history");
    String typed =
        "select\n1;\ncreate user x password 'hush1';\n\\c jdbc:x:?password=hush2\nselect !1;\nhu'sh3\n";
    List<Entry> entries = new ArrayList<>();
    try (Console console = console(typed)) {
      for (int i = 0; i < 4; i++) {
        entries.add(console.read(PROMPT, new Pieces()));
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
    Pieces pieces = new Pieces();
    Terminal terminal = dumb("select\n1;\nhu'sh\n");
    try (Console console = new JlineConsole(terminal, null, completion, interrupts)) {
      assertThat(console.read(PROMPT, pieces)).isEqualTo(new Entry.Text("select"));
      pieces.feed("select");
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
    try (Console console = new JlineConsole(terminal, nowhere, completion, interrupts)) {
      assertThat(console.read(PROMPT, new Pieces())).isEqualTo(new Entry.Text("select 1;"));
    }
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void ctrlCCancelsWhatRuns() throws IOException {
    Terminal terminal = terminal("");
    List<String> cancelled = new ArrayList<>();
    try (Console console = new JlineConsole(terminal, null, completion, interrupts)) {
      interrupts.running(() -> cancelled.add("once"));
      terminal.raise(Signal.INT);
      assertThat(console.writer()).isNotNull();
    }
    assertThat(cancelled).containsExactly("once");
    assertThat(interrupts.isWanted()).isTrue();
    assertThat(interrupts.pause(Long.MAX_VALUE / 2)).isFalse();
  }

  private Console console(String typed) throws IOException {
    return new JlineConsole(terminal(typed), folder.resolve("history"), completion, interrupts);
  }

  private Terminal terminal(String typed) throws IOException {
    PipedOutputStream keyboard = new PipedOutputStream();
    InputStream in = new PipedInputStream(keyboard);
    Terminal terminal = new ExternalTerminal("test", "xterm", in, shown, StandardCharsets.UTF_8);
    terminal.setSize(Size.of(100, 30));
    // It would show at once what is typed ahead, so nothing is typed before this.
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
