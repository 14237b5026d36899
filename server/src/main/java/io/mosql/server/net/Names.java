package io.mosql.server.net;

import java.util.Locale;

/** Names of users and databases as clients give them. */
final class Names {
  private Names() {}

  /** As SQL folds it: in double quotes it is taken as it is, else in lower case. */
  static String folded(String name) {
    if (name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"")) {
      return name.substring(1, name.length() - 1).replace("\"\"", "\"");
    }
    return name.toLowerCase(Locale.ROOT);
  }
}
