package io.mosql.server.shell.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Current destination of results and messages. Used by one thread. */
public final class ShellOutput implements AutoCloseable {
  private final PrintWriter console;
  private final PrintWriter messages;
  private @Nullable PrintWriter file;

  /**
   * @param console results, unless they go to a file; not closed
   * @param messages errors, warnings and times; not closed
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

  /** Sends results into a file, which is made anew. */
  public void toFile(Path path) throws IOException {
    PrintWriter opened = new PrintWriter(Files.newBufferedWriter(path, StandardCharsets.UTF_8));
    toConsole();
    file = opened;
  }

  /** Sends results where they went at first. */
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
