package io.mosql.core.session;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;

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
    SqlLexer token = new SqlLexer(sql, secrets.begin);
    boolean expected = false;
    boolean within = false;
    while (token.next()) {
      Kind kind = token.kind();
      within &= kind != Kind.WHITESPACE && kind != Kind.SEMICOLON;
      if (kind == Kind.COMMENT) {
        shown.append(' ');
      } else if (kind == Kind.STRING || kind == Kind.QUOTED_NAME && token.missing() != null) {
        shown.append(HIDDEN);
        expected = false;
      } else if (expected && isOperand(token)) {
        within = !token.isWord("NULL");
        shown.append(within ? HIDDEN : "NULL");
        expected = false;
      } else if (!within) {
        shown.append(sql, token.start(), token.end());
        expected |= secrets.ofAccount && introducesPassword(token);
      }
    }
    return shown.toString();
  }

  /** Whether a password with forgotten quotes may begin here; it ends at the next blank. */
  private static boolean isOperand(SqlLexer token) {
    return token.kind() != Kind.WHITESPACE
        && !token.isSymbol('=')
        && !token.isWord("TO")
        && !token.isWord("BY");
  }

  private static boolean introducesPassword(SqlLexer token) {
    return token.isWord("PASSWORD") || token.isWord("IDENTIFIED");
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
      SqlLexer token = new SqlLexer(sql);
      while (token.next()) {
        if (token.kind() != Kind.WORD) {
          continue;
        }
        words++;
        if (words == 1) {
          defines = token.isWord("CREATE") || token.isWord("ALTER");
          sets = token.isWord("SET");
        } else if (words == 2) {
          account = defines && (token.isWord("USER") || token.isWord("ROLE"));
        } else if (words == 4) {
          sets = false;
        }
        if (introducesPassword(token)) {
          return (account || sets) && words > 1
              ? token.end() < sql.length() || quoteFollows(sql, 0) ? new Secrets(0, true) : NONE
              : quoteFollows(sql, token.end()) ? new Secrets(token.end(), false) : NONE;
        }
      }
      // The word itself may be misspelt.
      return account && quoteFollows(sql, 0) ? new Secrets(0, true) : NONE;
    }

    private static boolean quoteFollows(String sql, int from) {
      SqlLexer token = new SqlLexer(sql, from);
      while (token.next()) {
        boolean quotes =
            switch (token.kind()) {
              case STRING, QUOTED_NAME -> true;
              case COMMENT -> token.text().chars().anyMatch(c -> c == '\'' || c == '"' || c == '`');
              default -> false;
            };
        if (quotes) {
          return true;
        }
      }
      return false;
    }
  }
}
