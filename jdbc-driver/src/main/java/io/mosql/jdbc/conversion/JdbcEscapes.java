package io.mosql.jdbc.conversion;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rewrites the escapes of JDBC in a statement's text: <code>{d '..'}</code>, <code>{t '..'}</code>,
 * <code>{ts '..'}</code>, <code>{fn f(..)}</code>, <code>{oj ..}</code>, <code>{escape '..'}</code>
 * and <code>{limit ..}</code>. Quoted text, quoted names and comments are unchanged. A text without
 * a brace is returned unchanged.
 *
 * <p>JDBC has the driver do this before the server sees the text. A call of a function, <code>
 * {call f(..)}</code> or <code>{? = call f(..)}</code>, becomes a SELECT of it.
 */
public final class JdbcEscapes {
  /** Limit of nesting, deeper than any real statement. */
  private static final int MAX_DEPTH = 100;

  private final String sql;
  private final SqlLexer token;
  private StringBuilder out;

  /** Whether the text may be a call with a parameter for its value. */
  private final boolean callable;

  private boolean returnsValue;

  private JdbcEscapes(String sql, boolean callable) {
    this.sql = sql;
    this.callable = callable;
    this.token = new SqlLexer(sql);
    this.out = new StringBuilder(sql.length() + 16);
  }

  /**
   * A text for prepareCall.
   *
   * @param returnsValue whether the first parameter is the value of the called function
   */
  public record Call(String sql, boolean returnsValue) {}

  /**
   * Translates the text of a statement.
   *
   * @throws SQLException 42601 for a malformed escape, 22021 for a text without an encoding
   */
  public static String translate(String sql) throws SQLException {
    ParameterConversions.encodable(sql);
    return sql.indexOf('{') < 0 ? sql : new JdbcEscapes(sql, false).translated();
  }

  /** Translates a text that may call a function. */
  public static Call translateCall(String sql) throws SQLException {
    JdbcEscapes escapes = new JdbcEscapes(ParameterConversions.encodable(sql), true);
    return new Call(escapes.translated(), escapes.returnsValue);
  }

  private String translated() throws SQLException {
    if (token.next()) {
      copy(0);
    }
    return out.toString();
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
      translateCall(depth);
      return;
    }
    if (token.kind() != Kind.WORD) {
      throw malformed();
    }
    boolean function = false;
    switch (token.text().toLowerCase(Locale.ROOT)) {
      case "d" -> out.append("DATE ");
      case "t" -> out.append("TIME ");
      case "ts" -> out.append("TIMESTAMP ");
      case "escape" -> out.append("ESCAPE ");
      case "limit" -> out.append("LIMIT ");
      case "fn" -> function = true;
      case "oj" -> {}
      default -> throw malformed();
    }
    skipToNext();
    if (function && token.kind() == Kind.WORD && EscapedFunctions.isRewritten(token.text())) {
      translateFunction(depth);
    } else {
      copy(depth);
    }
  }

  private void translateFunction(int depth) throws SQLException {
    String name = token.text();
    skipToNext();
    if (!token.isSymbol('(')) {
      throw malformed();
    }
    List<String> arguments = arguments(depth);
    skipToNext();
    if (!token.isSymbol('}')) {
      throw malformed();
    }
    out.append(EscapedFunctions.rewrite(name, arguments));
  }

  /** Reads translated arguments, up to the parenthesis that closes them. */
  private List<String> arguments(int depth) throws SQLException {
    StringBuilder around = out;
    List<String> arguments = new ArrayList<>();
    int parentheses = 0;
    out = new StringBuilder();
    while (true) {
      if (!token.next() || token.isSymbol('}')) {
        throw malformed();
      }
      if (token.isSymbol('{')) {
        translateEscape(depth + 1);
        continue;
      }
      parentheses += token.isSymbol('(') ? 1 : token.isSymbol(')') ? -1 : 0;
      if (parentheses < 0 || parentheses == 0 && token.isSymbol(',')) {
        arguments.add(out.toString());
        out = new StringBuilder();
        if (parentheses < 0) {
          out = around;
          return arguments;
        }
      } else {
        out.append(sql, token.start(), token.end());
      }
    }
  }

  private void translateCall(int depth) throws SQLException {
    boolean value = token.kind() == Kind.PARAMETER;
    if (value) {
      skipToNext();
      if (!token.isSymbol('=')) {
        throw malformed();
      }
      skipToNext();
    }
    if (depth != 1 || !out.toString().isBlank() || !token.isWord("call")) {
      throw malformed();
    }
    if (value && !callable) {
      throw DriverErrorMessage.VALUE_OF_CALL.sqlException();
    }
    returnsValue = value;
    skipToNext();
    if (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED_NAME) {
      throw malformed();
    }
    out.append("SELECT ");
    int name = out.length();
    copy(depth);
    if (!hasArguments(out.substring(name))) {
      out.append("()");
    }
  }

  private static boolean hasArguments(String call) {
    SqlLexer argument = new SqlLexer(call);
    while (argument.next()) {
      if (argument.isSymbol('(')) {
        return true;
      }
    }
    return false;
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
