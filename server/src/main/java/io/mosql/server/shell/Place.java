package io.mosql.server.shell;

import org.jspecify.annotations.Nullable;

/**
 * Where input comes from.
 *
 * @param file its name; null where line numbers say nothing
 * @param depth of files that run files
 */
record Place(@Nullable String file, int depth) {
  /** Typed, or from the command line. */
  static final Place HERE = new Place(null, 0);

  /** A file that is run from here. */
  Place inside(String name) {
    return new Place(name, depth + 1);
  }

  /** What an error begins with. */
  String prefix(int line) {
    return file == null ? "" : file + ":" + line + ": ";
  }
}
