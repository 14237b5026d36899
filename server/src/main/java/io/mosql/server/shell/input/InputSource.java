package io.mosql.server.shell.input;

import org.jspecify.annotations.Nullable;

/**
 * Source of input: terminal, standard input or file.
 *
 * @param file its name; null where line numbers say nothing
 * @param depth of files that run files
 */
public record InputSource(@Nullable String file, int depth) {
  /** Typed, or from the command line. */
  public static final InputSource HERE = new InputSource(null, 0);

  /** A file that is run from here. */
  public InputSource inside(String name) {
    return new InputSource(name, depth + 1);
  }

  /** What an error begins with. */
  public String prefix(int line) {
    return file == null ? "" : file + ":" + line + ": ";
  }
}
