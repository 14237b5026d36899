package io.mosql.server.network;

import java.util.Locale;

/** Folds the case of user and database names as SQL identifiers are folded. */
final class IdentifierFolding {
  private IdentifierFolding() {}

  /** As SQL folds it: in double quotes it is taken as it is, else in lower case. */
  static String folded(String name) {
    if (name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"")) {
      return name.substring(1, name.length() - 1).replace("\"\"", "\"");
    }
    return name.toLowerCase(Locale.ROOT);
  }
}
