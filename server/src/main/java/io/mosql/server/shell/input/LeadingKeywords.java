package io.mosql.server.shell.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parser of the leading keywords of a statement. */
public final class LeadingKeywords {
  private LeadingKeywords() {}

  /**
   * Returns the first words in upper case, up to the given number or the first other token;
   * comments are skipped.
   */
  public static List<String> first(String sql, int most) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (words.size() < most) {
      at = skipBlank(sql, at);
      int end = at;
      while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
        end++;
      }
      if (end == at) {
        break;
      }
      words.add(sql.substring(at, end).toUpperCase(Locale.ROOT));
      at = end;
    }
    return words;
  }

  /** Returns the position of the first character that is neither blank nor in a comment. */
  private static int skipBlank(String sql, int from) {
    int at = from;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.startsWith("/*", at)) {
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
      } else {
        break;
      }
    }
    return at;
  }
}
