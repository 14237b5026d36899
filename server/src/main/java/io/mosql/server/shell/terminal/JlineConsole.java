package io.mosql.server.shell.terminal;

import io.mosql.server.shell.command.InterruptHandler;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.InputSplitter.PromptStatus;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;

/**
 * Console with JLine's line editor: history, completion, multi-line entries. Ctrl-C during an
 * execution is passed to {@link InterruptHandler}.
 */
public final class JlineConsole implements ShellConsole {
  private static final int HISTORY_MAX = 10_000;
  private static final int COLUMNS = 80;
  private static final int ROWS = 24;

  private final Terminal terminal;
  private final LineReader reader;
  private final JlineParser parser;
  private final boolean dumb;

  /**
   * @param terminal closed with this object
   * @param history history file, created if it does not exist; null for none
   */
  public JlineConsole(
      Terminal terminal,
      @Nullable Path history,
      Completer completion,
      InterruptHandler interrupts) {
    this.terminal = terminal;
    this.dumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
    this.parser = new JlineParser(completion);
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("mosql")
            .parser(parser)
            .history(new JlineHistory())
            .completer(
                (lineReader, line, candidates) -> {
                  for (String word : completion.complete(line.line(), line.cursor()).words()) {
                    candidates.add(candidate(word));
                  }
                })
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
            .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_MAX)
            .variable(LineReader.HISTORY_SIZE, HISTORY_MAX);
    if (history != null && isOurs(history)) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    this.reader = builder.build();
    terminal.handle(
        Signal.INT,
        signal -> {
          SQLException failure = interrupts.interrupt();
          if (failure != null) {
            terminal.writer().println("The database would not cancel: " + failure.getMessage());
            terminal.flush();
          }
        });
  }

  /**
   * Returns the terminal of the process, or a dumb terminal where JLine cannot detect its
   * properties.
   */
  public static Terminal systemTerminal() throws IOException {
    Charset charset = Charset.defaultCharset();
    String type = System.getenv("TERM");
    ExecTerminalProvider provider = new ExecTerminalProvider();
    // Providers are created directly: TerminalBuilder loads them by class names, which change when
    // the classes are relocated.
    if (provider.isSystemStream(SystemStream.Input)
        && provider.isSystemStream(SystemStream.Output)) {
      Terminal terminal =
          provider.sysTerminal(
              "mosql",
              type == null ? Terminal.TYPE_DUMB : type,
              false,
              charset,
              charset,
              charset,
              true,
              SignalHandler.SIG_DFL,
              false,
              SystemStream.Output);
      if (terminal.getSize().getColumns() == 0) {
        // Serial lines and terminal emulation by other programs do not report their size.
        terminal.setSize(Size.of(COLUMNS, ROWS));
      }
      return terminal;
    }
    return new DumbTerminal(
        "mosql",
        Terminal.TYPE_DUMB,
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        charset);
  }

  /**
   * Creates the history file, accessible only to its owner, if it does not exist; returns whether
   * it is usable.
   */
  private static boolean isOurs(Path history) {
    try {
      if (history.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            history,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(history);
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      return Files.isWritable(history);
    } catch (IOException e) {
      return false;
    }
  }

  private static Candidate candidate(String word) {
    // A path continues after its directory.
    boolean complete = !word.endsWith("/");
    return new Candidate(word, word, null, null, null, null, complete);
  }

  @Override
  public Entry read(Prompt prompt, InputSplitter pieces) {
    // A dumb terminal shows no prompt for further lines: each is a separate entry.
    parser.expect(pieces, dumb);
    // JLine replaces %M by the unfinished element.
    Prompt escaped = new Prompt(prompt.name().replace("%", "%%"), prompt.inTransaction());
    String next = escaped.text(PromptStatus.READY).replaceFirst("(\\*?> )$", "%M$1");
    reader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, next);
    try {
      return new Entry.Text(reader.readLine(escaped.text(pieces.promptStatus())));
    } catch (UserInterruptException e) {
      return new Entry.Interrupted();
    } catch (EndOfFileException e) {
      return new Entry.End();
    }
  }

  @Override
  public @Nullable String readSecret(String question) {
    parser.expect(new InputSplitter(), true);
    try {
      if (dumb) {
        return readUnseen(question);
      }
      return reader.readLine(question.replace("%", "%%"), '\0');
    } catch (UserInterruptException | EndOfFileException | IOException e) {
      return null;
    }
  }

  /** Reads without echo on terminals that cannot erase output. */
  private @Nullable String readUnseen(String question) throws IOException {
    terminal.writer().print(question);
    terminal.flush();
    boolean echo = terminal.echo(false);
    try {
      StringBuilder line = new StringBuilder();
      int c = terminal.reader().read();
      while (c >= 0 && c != '\n' && c != '\r') {
        line.append((char) c);
        c = terminal.reader().read();
      }
      terminal.writer().println();
      return c < 0 && line.length() == 0 ? null : line.toString();
    } finally {
      terminal.echo(echo);
    }
  }

  @Override
  public PrintWriter writer() {
    return terminal.writer();
  }

  @Override
  public void close() {
    try {
      reader.getHistory().save();
      terminal.close();
    } catch (IOException e) {
      // The shell ends: the error is ignored.
      terminal.flush();
    }
  }
}
