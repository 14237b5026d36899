package io.mosql.jdbc.remote;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client has set by SQL in its session, to be said again where the session goes on. What the
 * state of a session tells is not among it: that goes along by itself. Not thread-safe.
 */
final class SaidSettings {
  private static final Pattern SAID =
      Pattern.compile(
          "\\s*(set|reset)\\s+(?:session\\s+)?\"?([a-z_.]+)\"?(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Set<String> TOLD =
      Set.of(
          "all",
          "autocommit",
          "characteristics",
          "current_schema",
          "schema",
          "search_path",
          "transaction",
          "transaction_isolation");

  private final Map<String, String> byName = new LinkedHashMap<>();

  /** A statement has been executed. */
  void executed(String sql) {
    if (!mayBeOne(sql)) {
      return;
    }
    Matcher matcher = SAID.matcher(sql);
    if (!matcher.matches()) {
      return;
    }
    String name = matcher.group(2).toLowerCase(Locale.ROOT);
    if (matcher.group(1).equalsIgnoreCase("reset")) {
      byName.remove(name);
    } else if (!TOLD.contains(name)) {
      byName.put(name, sql);
    }
  }

  /** Most statements are seen to be none by their first letters. */
  private static boolean mayBeOne(String sql) {
    int at = 0;
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    return sql.regionMatches(true, at, "set", 0, 3) || sql.regionMatches(true, at, "reset", 0, 5);
  }

  /** The statements, in the order of their first ones. */
  Collection<String> all() {
    return byName.values();
  }
}
