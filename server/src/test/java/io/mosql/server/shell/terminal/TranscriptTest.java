package io.mosql.server.shell.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.Shell;
import io.mosql.server.shell.ShellIo;
import io.mosql.server.shell.ShellOptions;
import io.mosql.server.shell.input.InputSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of interactive sessions. A transcript contains typed lines, after their prompts, and the
 * shell's output; {@code -Dmosql.update=true} rewrites it with the actual output. Lines that begin
 * with # set the URL and the content of ~/.mosqlrc.
 */
final class TranscriptTest {
  private static final Path TRANSCRIPTS = Path.of("src/test/resources/shell");

  private static final Pattern TYPED =
      Pattern.compile("(?:[a-z0-9]+|\\(not connected\\))[-'(\"`/*]?\\*?> (.*)");

  @TempDir private Path folder;

  static Stream<String> transcripts() throws IOException {
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void theShellAnswersAsItDid(String name) throws Exception {
    Path file = TRANSCRIPTS.resolve(name);
    String before = Files.readString(file);
    StringWriter written = new StringWriter();
    String url = "jdbc:mosql:mem:shop";
    Deque<String> typed = new ArrayDeque<>();
    StringBuilder rc = new StringBuilder();
    for (String line : before.lines().toList()) {
      if (line.startsWith("# url ")) {
        url = line.substring("# url ".length());
      } else if (line.startsWith("# rc ")) {
        rc.append(line.substring("# rc ".length())).append('\n');
      }
      if (line.startsWith("#")) {
        written.write(line + "\n");
      }
      Matcher matcher = TYPED.matcher(line);
      if (matcher.matches()) {
        typed.add(matcher.group(1).replace("$DIR", folder.toString()));
      }
    }
    if (rc.length() > 0) {
      Files.writeString(folder.resolve(".mosqlrc"), rc);
    }

    int code = run(url, typed, new PrintWriter(written));

    shutdown(url);
    String after = normalized(written.toString()) + "exit code " + code + "\n";
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(file, after);
    } else {
      assertThat(after).isEqualTo(before);
    }
  }

  private int run(String url, Deque<String> typed, PrintWriter out) {
    ShellOptions options =
        new ShellOptions(url, null, false, List.of(), List.of(), null, null, false, false, true);
    ShellIo io =
        new ShellIo(
            new ByteArrayInputStream(new byte[0]), out, out, true, true, name -> null, folder);
    return Shell.runInteractively(
        options, io, (history, completion, interrupts) -> new TypedLines(typed, out));
  }

  private static void shutdown(String url) throws SQLException {
    if (url.startsWith("jdbc:mosql:mem:")) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("shutdown");
      }
    }
  }

  /** Returns the text without parts that differ between runs and machines. */
  private String normalized(String text) {
    return text.replace(folder.toString(), "$DIR")
        .replaceAll("Time: [0-9.]+ ms", "Time: N ms")
        .replaceAll("[0-9,]+ rows/s", "N rows/s")
        .replaceAll("(MoSQL|MoSQL JDBC Driver|H2|H2 JDBC Driver) [0-9.]+( \\([-0-9]+\\))?", "$1 N")
        .replaceAll("(?m)^(user +)" + Pattern.quote(System.getProperty("user.name")) + "$", "$1me");
  }

  /** Console that types one line after the other. */
  private record TypedLines(Deque<String> lines, PrintWriter writer) implements ShellConsole {
    @Override
    public Entry read(Prompt prompt, InputSplitter pieces) {
      String line = lines.poll();
      if (line == null) {
        return new Entry.End();
      }
      writer.println(prompt.text(pieces.promptStatus()) + line);
      return switch (line) {
        case "^C" -> new Entry.Interrupted();
        case "^D" -> new Entry.End();
        default -> new Entry.Text(line);
      };
    }

    @Override
    public @Nullable String readSecret(String question) {
      writer.println(question);
      return null;
    }

    @Override
    public void close() {
      writer.flush();
    }
  }
}
