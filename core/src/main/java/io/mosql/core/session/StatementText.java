package io.mosql.core.session;

/**
 * Redacts passwords in the text of statements before it is shown in views, logs, audit records,
 * error messages or histories. It hides passwords, also in statements that do not parse.
 *
 * <p>In a statement about accounts, the text after the word PASSWORD or IDENTIFIED is replaced by
 * {@code '***'}, quoted or not, and so is every string; where that word stands in any other
 * statement, the strings after it are. A string without an end hides all that follows. Linear in
 * the text; stateless.
 */
public final class StatementText {
  /** Replacement for a secret. */
  public static final String HIDDEN = "'***'";

  private static final int NOWHERE = -1;

  private StatementText() {}

  /** The text for display: the same object where there is nothing to hide. */
  public static String redacted(String sql) {
    Secrets secrets = Secrets.of(sql);
    if (secrets.begin == NOWHERE) {
      return sql;
    }
    StringBuilder shown = new StringBuilder(sql.length()).append(sql, 0, secrets.begin);
    boolean next = false;
    int i = secrets.begin;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int end = skip(sql, i);
      if (isComment(sql, i)) {
        shown.append(' ');
      } else if (c == '\'' || "\"`".indexOf(c) >= 0 && isUnterminated(sql, i, end)) {
        shown.append(HIDDEN);
        next = false;
      } else if (next && isOperand(sql, i, end)) {
        shown.append(isWord(sql, i, end, "NULL") ? "NULL" : HIDDEN);
        next = false;
      } else {
        shown.append(sql, i, end);
        next |= secrets.ofAccount && introducesPassword(sql, i, end);
      }
      i = end;
    }
    return shown.toString();
  }

  /** Whether a password with forgotten quotes may begin here. */
  private static boolean isOperand(String sql, int start, int end) {
    char c = sql.charAt(start);
    return !Character.isWhitespace(c)
        && c != '='
        && !isWord(sql, start, end, "TO")
        && !isWord(sql, start, end, "BY");
  }

  private static boolean introducesPassword(String sql, int start, int end) {
    return isWord(sql, start, end, "PASSWORD") || isWord(sql, start, end, "IDENTIFIED");
  }

  private static boolean isWord(String sql, int start, int end, String word) {
    return end - start == word.length() && sql.regionMatches(true, start, word, 0, word.length());
  }

  /** Whether {@link #redacted} hides anything, so that no part of the text may be shown either. */
  public static boolean holdsSecret(String sql) {
    return Secrets.of(sql).begin != NOWHERE;
  }

  /**
   * The positions where secrets begin.
   *
   * @param ofAccount whether the whole statement is about an account: all its strings are secrets,
   *     at any place, as is the text after the word, quoted or not
   */
  private record Secrets(int begin, boolean ofAccount) {
    private static final Secrets NONE = new Secrets(NOWHERE, false);

    static Secrets of(String sql) {
      return mayHold(sql) ? found(sql) : NONE;
    }

    /**
     * Whether the text contains one of the words without which there are no secrets, possibly
     * within another word or a string: most texts need no further check.
     */
    private static boolean mayHold(String sql) {
      for (int i = 0; i < sql.length(); i++) {
        switch (sql.charAt(i)) {
          case 'p', 'P' -> {
            if (begins(sql, i, "PASSWORD")) {
              return true;
            }
          }
          case 'i', 'I', '\u0130', '\u0131' -> {
            if (begins(sql, i, "IDENTIFIED")) {
              return true;
            }
          }
          case 'u', 'U' -> {
            if (begins(sql, i, "USER")) {
              return true;
            }
          }
          case 'r', 'R' -> {
            if (begins(sql, i, "ROLE")) {
              return true;
            }
          }
          default -> {}
        }
      }
      return false;
    }

    private static boolean begins(String sql, int start, String word) {
      return sql.regionMatches(true, start, word, 0, word.length());
    }

    private static Secrets found(String sql) {
      boolean defines = false;
      boolean account = false;
      boolean sets = false;
      int words = 0;
      int i = 0;
      while (i < sql.length()) {
        int end = skip(sql, i);
        if (isLetter(sql.charAt(i))) {
          words++;
          if (words == 1) {
            defines = isWord(sql, i, end, "CREATE") || isWord(sql, i, end, "ALTER");
            sets = isWord(sql, i, end, "SET");
          } else if (words == 2) {
            account = defines && (isWord(sql, i, end, "USER") || isWord(sql, i, end, "ROLE"));
          } else if (words == 4) {
            sets = false;
          }
          if (introducesPassword(sql, i, end)) {
            return (account || sets) && words > 1
                ? end < sql.length() || quoteFollows(sql, 0) ? new Secrets(0, true) : NONE
                : quoteFollows(sql, end) ? new Secrets(end, false) : NONE;
          }
        }
        i = end;
      }
      // The word itself may be misspelt.
      return account && quoteFollows(sql, 0) ? new Secrets(0, true) : NONE;
    }

    private static boolean quoteFollows(String sql, int from) {
      return sql.indexOf('\'', from) >= 0
          || sql.indexOf('"', from) >= 0
          || sql.indexOf('`', from) >= 0;
    }
  }

  private static boolean isUnterminated(String sql, int start, int end) {
    return end - start < 2 || sql.charAt(end - 1) != sql.charAt(start);
  }

  private static boolean isComment(String sql, int i) {
    return sql.startsWith("--", i) || sql.startsWith("/*", i);
  }

  /** The end of the word, string, quoted name, comment or character that begins here. */
  private static int skip(String sql, int start) {
    char c = sql.charAt(start);
    if (c == '\'' || c == '"' || c == '`') {
      return quoted(sql, start, c);
    }
    if (sql.startsWith("--", start)) {
      int end = start;
      while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
        end++;
      }
      return end;
    }
    if (sql.startsWith("/*", start)) {
      int end = sql.indexOf("*/", start + 2);
      return end < 0 ? sql.length() : end + 2;
    }
    int end = start + 1;
    if (isLetter(c)) {
      while (end < sql.length()
          && (isLetter(sql.charAt(end)) || Character.isDigit(sql.charAt(end)))) {
        end++;
      }
    }
    return end;
  }

  /**
   * Doubled quotes are part of the string; a backslash escapes the next character, as in {@code
   * e'..'}.
   */
  private static int quoted(String sql, int start, char quote) {
    boolean escapes = quote == '\'' && start > 0 && "eE".indexOf(sql.charAt(start - 1)) >= 0;
    int i = start + 1;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (escapes && c == '\\') {
        i += 2;
      } else if (c != quote) {
        i++;
      } else if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
        i += 2;
      } else {
        return i + 1;
      }
    }
    return sql.length();
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80;
  }
}
