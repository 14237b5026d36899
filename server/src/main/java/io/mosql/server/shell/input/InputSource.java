package io.mosql.server.shell.input;

import org.jspecify.annotations.Nullable;

/**
 * Source of input: terminal, standard input or file.
 *
 * @param file file name; null where line numbers are not reported
 * @param depth nesting depth of executed files
 */
public record InputSource(@Nullable String file, int depth) {
  /** Interactive input, or text of the command line. */
  public static final InputSource HERE = new InputSource(null, 0);

  /** Returns the source for a file that is executed from this one. */
  public InputSource inside(String name) {
    return new InputSource(name, depth + 1);
  }

  /** Returns the prefix of an error message. */
  public String prefix(int line) {
    return file == null ? "" : file + ":" + line + ": ";
  }
}
