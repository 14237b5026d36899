package io.mosql.jdbc.conversion;

import io.mosql.core.error.SqlState;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the escapes of JDBC in a statement's text: <code>{d '..'}</code>, <code>{t '..'}</code>,
 * <code>{ts '..'}</code>, <code>{fn f(..)}</code>, <code>{oj ..}</code>, <code>{escape '..'}</code>
 * and <code>{limit ..}</code>. Quoted text, quoted names and comments are unchanged. A text without
 * a brace is returned unchanged.
 */
public final class JdbcEscapes {
  /** Limit of nesting, deeper than any real statement. */
  private static final int MAX_DEPTH = 100;

  private final String sql;
  private final StringBuilder out;
  private int at;

  private JdbcEscapes(String sql) {
    this.sql = sql;
    this.out = new StringBuilder(sql.length() + 16);
  }

  public static String translate(String sql) throws SQLException {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    JdbcEscapes escapes = new JdbcEscapes(sql);
    escapes.copy(0);
    return escapes.out.toString();
  }

  /** Copies up to the end, or, inside an escape, past the brace that closes it. */
  private void copy(int depth) throws SQLException {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      switch (c) {
        case '\'', '"', '`' -> copyQuoted(c);
        case '-' -> copyThrough(sql.startsWith("--", at) ? "\n" : null);
        case '/' -> copyThrough(sql.startsWith("/*", at) ? "*/" : null);
        case '{' -> {
          at++;
          translateEscape(depth + 1);
        }
        case '}' -> {
          if (depth == 0) {
            throw malformed();
          }
          at++;
          return;
        }
        default -> {
          out.append(c);
          at++;
        }
      }
    }
    if (depth > 0) {
      throw malformed();
    }
  }

  /**
   * Copies a quoted text or name. A doubled quote ends one piece and begins the next, with the same
   * result.
   */
  private void copyQuoted(char quote) {
    int end = sql.indexOf(quote, at + 1);
    copyTo(end < 0 ? sql.length() : end + 1);
  }

  /** Copies a comment up to its terminator; null copies just one character. */
  private void copyThrough(@Nullable String terminator) {
    if (terminator == null) {
      copyTo(at + 1);
      return;
    }
    int end = sql.indexOf(terminator, at + 2);
    copyTo(end < 0 ? sql.length() : end + terminator.length());
  }

  private void copyTo(int end) {
    out.append(sql, at, end);
    at = end;
  }

  private void translateEscape(int depth) throws SQLException {
    if (depth > MAX_DEPTH) {
      throw SqlErrors.of(SqlState.STATEMENT_TOO_COMPLEX, "JDBC escapes are nested too deeply");
    }
    skipBlanks();
    int start = at;
    while (at < sql.length() && Character.isLetter(sql.charAt(at))) {
      at++;
    }
    String word = sql.substring(start, at).toLowerCase(Locale.ROOT);
    skipBlanks();
    switch (word) {
      case "d" -> out.append("DATE ");
      case "t" -> out.append("TIME ");
      case "ts" -> out.append("TIMESTAMP ");
      case "escape" -> out.append("ESCAPE ");
      case "limit" -> out.append("LIMIT ");
      case "fn", "oj" -> {}
      case "call" -> throw calls();
      case "" -> throw at < sql.length() && sql.charAt(at) == '?' ? calls() : malformed();
      default -> throw malformed();
    }
    copy(depth);
  }

  private void skipBlanks() {
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
  }

  private static SQLException calls() {
    return SqlErrors.unsupported("Calling procedures");
  }

  private SQLException malformed() {
    return SqlErrors.of(
        SqlState.SYNTAX_ERROR.code(), "Malformed JDBC escape (position " + (at + 1) + ")");
  }
}
