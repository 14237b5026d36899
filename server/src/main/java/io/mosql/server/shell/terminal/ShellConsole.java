package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.InputSplitter;
import java.io.PrintWriter;

/** Interactive input of the shell. Confined to one thread. */
public interface ShellConsole extends AutoCloseable {
  /** Result of reading an entry. */
  sealed interface Entry {
    /**
     * One or several lines.
     *
     * @param text text without the last line terminator
     */
    record Text(String text) implements Entry {}

    /** Ctrl-C: the unfinished input is to be discarded. */
    record Interrupted() implements Entry {}

    /** Ctrl-D on an empty line, or the terminal is closed. */
    record End() implements Entry {}
  }

  /**
   * Waits for a complete entry, or for one line if the console cannot detect completeness.
   *
   * @param pieces unfinished input; not changed
   */
  Entry read(Prompt prompt, InputSplitter pieces);

  /**
   * Reads input without echo and without storing it in the history; returns null when there is no
   * answer.
   */
  @org.jspecify.annotations.Nullable
  String readSecret(String question);

  /** Writer of the console. */
  PrintWriter writer();

  @Override
  void close();
}
