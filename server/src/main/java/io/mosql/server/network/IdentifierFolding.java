package io.mosql.server.network;

import java.util.Locale;

/** Case folding of user and database names, as for SQL identifiers. */
final class IdentifierFolding {
  private IdentifierFolding() {}

  /** Folds a name as SQL does: a double-quoted name is taken literally, any other in lower case. */
  static String folded(String name) {
    if (name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"")) {
      return name.substring(1, name.length() - 1).replace("\"\"", "\"");
    }
    return name.toLowerCase(Locale.ROOT);
  }
}
