package io.mosql.jdbc.conversion;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Rewrites the escapes of JDBC in a statement's text: <code>{d '..'}</code>, <code>{t '..'}</code>,
 * <code>{ts '..'}</code>, <code>{fn f(..)}</code>, <code>{oj ..}</code>, <code>{escape '..'}</code>
 * and <code>{limit ..}</code>. Quoted text, quoted names and comments are unchanged. A text without
 * a brace is returned unchanged.
 *
 * <p>JDBC has the driver do this before the server sees the text. Nothing else in the driver reads
 * SQL: what kind of statement a text is comes from the server.
 */
public final class JdbcEscapes {
  /** Limit of nesting, deeper than any real statement. */
  private static final int MAX_DEPTH = 100;

  private final String sql;
  private final SqlLexer token;
  private final StringBuilder out;

  private JdbcEscapes(String sql) {
    this.sql = sql;
    this.token = new SqlLexer(sql);
    this.out = new StringBuilder(sql.length() + 16);
  }

  public static String translate(String sql) throws SQLException {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    JdbcEscapes escapes = new JdbcEscapes(sql);
    if (escapes.token.next()) {
      escapes.copy(0);
    }
    return escapes.out.toString();
  }

  /**
   * Copies from the current token to the end, or, inside an escape, to the brace that closes it.
   */
  private void copy(int depth) throws SQLException {
    do {
      if (token.isSymbol('{')) {
        translateEscape(depth + 1);
      } else if (!token.isSymbol('}')) {
        out.append(sql, token.start(), token.end());
      } else if (depth > 0) {
        return;
      } else {
        throw malformed();
      }
    } while (token.next());
    if (depth > 0) {
      throw malformed();
    }
  }

  private void translateEscape(int depth) throws SQLException {
    if (depth > MAX_DEPTH) {
      throw DriverErrorMessage.ESCAPES_TOO_DEEP.sqlException();
    }
    skipToNext();
    if (token.kind() == Kind.PARAMETER || token.isWord("call")) {
      throw SqlErrors.of(CoreErrorMessage.UNSUPPORTED, "calls of procedures");
    }
    if (token.kind() != Kind.WORD) {
      throw malformed();
    }
    switch (token.text().toLowerCase(Locale.ROOT)) {
      case "d" -> out.append("DATE ");
      case "t" -> out.append("TIME ");
      case "ts" -> out.append("TIMESTAMP ");
      case "escape" -> out.append("ESCAPE ");
      case "limit" -> out.append("LIMIT ");
      case "fn", "oj" -> {}
      default -> throw malformed();
    }
    skipToNext();
    copy(depth);
  }

  /** Moves to the next token, past white space. */
  private void skipToNext() throws SQLException {
    do {
      if (!token.next()) {
        throw malformed();
      }
    } while (token.kind() == Kind.WHITESPACE);
  }

  private SQLException malformed() {
    return DriverErrorMessage.MALFORMED_ESCAPE.sqlException(token.start() + 1);
  }
}
