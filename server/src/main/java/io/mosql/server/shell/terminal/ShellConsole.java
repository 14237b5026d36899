package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.InputSplitter;
import java.io.PrintWriter;

/** Interactive input of the shell. Used by one thread. */
public interface ShellConsole extends AutoCloseable {
  /** What was typed. */
  sealed interface Entry {
    /**
     * One or several lines.
     *
     * @param text without the last line's end
     */
    record Text(String text) implements Entry {}

    /** Ctrl-C: what was begun is to be forgotten. */
    record Interrupted() implements Entry {}

    /** Ctrl-D on an empty line, or nobody is there any more. */
    record End() implements Entry {}
  }

  /**
   * Waits for an entry that is whole, or for a line where the console cannot know.
   *
   * @param pieces what was begun before; not changed
   */
  Entry read(Prompt prompt, InputSplitter pieces);

  /** Asks for something that is not shown, nor kept; null when there is no answer. */
  @org.jspecify.annotations.Nullable
  String readSecret(String question);

  /** Where answers are shown. */
  PrintWriter writer();

  @Override
  void close();
}
