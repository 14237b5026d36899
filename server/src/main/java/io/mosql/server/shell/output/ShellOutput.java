package io.mosql.server.shell.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Current destination of results and messages. Confined to one thread. */
public final class ShellOutput implements AutoCloseable {
  private final PrintWriter console;
  private final PrintWriter messages;
  private @Nullable PrintWriter file;

  /**
   * @param console destination of results, unless redirected to a file; not closed
   * @param messages destination of errors, warnings and timings; not closed
   */
  public ShellOutput(PrintWriter console, PrintWriter messages) {
    this.console = console;
    this.messages = messages;
  }

  public PrintWriter results() {
    return file == null ? console : file;
  }

  PrintWriter console() {
    return console;
  }

  public PrintWriter messages() {
    return messages;
  }

  /** Redirects results to a file, which is created or truncated. */
  public void toFile(Path path) throws IOException {
    PrintWriter opened = new PrintWriter(Files.newBufferedWriter(path, StandardCharsets.UTF_8));
    toConsole();
    file = opened;
  }

  /** Directs results to the console again. */
  public void toConsole() throws IOException {
    PrintWriter open = file;
    file = null;
    if (open != null) {
      boolean failed = open.checkError();
      open.close();
      if (failed) {
        throw new IOException("the output file is not complete");
      }
    }
  }

  public void flush() {
    if (file != null) {
      file.flush();
    }
    console.flush();
    messages.flush();
  }

  @Override
  public void close() throws IOException {
    console.flush();
    messages.flush();
    toConsole();
  }
}
