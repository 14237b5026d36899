package io.mosql.sql.parser;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.StatementText;
import io.mosql.sql.parser.error.ParserErrorMessage;
import io.mosql.sql.parser.impl.GrammarException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Converts Calcite's parse errors: shortens the message and replaces line and column by an offset.
 */
final class SyntaxErrors {
  private static final int MAX_TOKEN_LENGTH = 40;

  private SyntaxErrors() {}

  /**
   * @throws WouldBlock when the parser was ended by it
   */
  static MosqlException translate(String sql, SqlParseException e) {
    if (e.getCause() instanceof MosqlException inner) {
      return inner;
    }
    if (e.getCause() instanceof WouldBlock signal) {
      throw signal;
    }
    if (e.getCause() instanceof GrammarException inner) {
      return new MosqlException(
          inner.state(), String.valueOf(inner.getMessage()), offset(sql, inner.pos()), null);
    }
    if (e.getCause() instanceof StackOverflowError) {
      return CoreErrorMessage.STATEMENT_TOO_DEEP.error();
    }
    SqlParserPos pos = e.getPos();
    int position = pos == null ? MosqlException.NO_POSITION : offset(sql, pos);
    if (String.valueOf(e.getMessage()).startsWith("Lexical error")) {
      // The lexer's column is one too large when the invalid character is the last one.
      position = Math.min(position, sql.length());
    }
    return new MosqlException(SqlState.SYNTAX_ERROR, message(sql, e, position), position, e);
  }

  /** Returns the same error without any part of the text when the text may contain a password. */
  static MosqlException withoutSecrets(String sql, MosqlException e) {
    return StatementText.holdsSecret(sql)
        ? new MosqlException(
            e.state(), ParserErrorMessage.STATEMENT_NOT_SHOWN.text(), e.position(), null)
        : e;
  }

  private static String message(String sql, SqlParseException e, int position) {
    if (position == MosqlException.NO_POSITION) {
      return ParserErrorMessage.SYNTAX_ERROR.text();
    }
    String original = String.valueOf(e.getMessage());
    if (original.startsWith("Length of identifier")) {
      return ParserErrorMessage.NAME_TOO_LONG.text(MosqlParser.MAX_IDENTIFIER_LENGTH);
    }
    if (e.getCause() instanceof CalciteException) {
      return original;
    }
    if (position > sql.stripTrailing().length()) {
      return ParserErrorMessage.SYNTAX_ERROR_AT_END.text();
    }
    return ParserErrorMessage.SYNTAX_ERROR_AT.text(tokenAt(sql, position - 1, e.getPos()));
  }

  private static String tokenAt(String sql, int start, @Nullable SqlParserPos pos) {
    int end = start + 1;
    if (pos != null && pos.getEndLineNum() == pos.getLineNum()) {
      end = start + pos.getEndColumnNum() - pos.getColumnNum() + 1;
    }
    end = Math.min(Math.max(end, start + 1), sql.length());
    String token = sql.substring(start, end);
    return token.length() <= MAX_TOKEN_LENGTH ? token : token.substring(0, MAX_TOKEN_LENGTH) + "..";
  }

  /**
   * Returns the one-based offset of a position's line and column; line ends are those of the lexer.
   */
  static int offset(String sql, SqlParserPos pos) {
    int line = 1;
    int i = 0;
    while (line < pos.getLineNum() && i < sql.length()) {
      char c = sql.charAt(i++);
      if (c == '\n' || (c == '\r' && (i >= sql.length() || sql.charAt(i) != '\n'))) {
        line++;
      }
    }
    return Math.min(i + Math.max(pos.getColumnNum(), 1), sql.length() + 1);
  }
}
