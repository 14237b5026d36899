package io.mosql.sql.parser.impl;

import io.mosql.core.lexer.SqlLexer;
import java.io.IOException;

/**
 * Reads dollar-quoted strings, {@code $tag$ text $tag$}, in which nothing is escaped. The lexer's
 * regular expressions cannot match the closing delimiter with the opening one, so the lexer calls
 * this class after a token that may be an opening delimiter.
 */
final class DollarQuotes {
  private DollarQuotes() {}

  /**
   * Replaces the image of a token that begins with an opening delimiter by the text up to the
   * closing one.
   */
  static void read(Token token, SimpleCharStream stream) {
    int length = SqlLexer.dollarDelimiter(token.image, 0);
    if (length < 0) {
      return;
    }
    String delimiter = token.image.substring(0, length);
    stream.backup(token.image.length() - length);
    StringBuilder text = new StringBuilder();
    int end = -1;
    while (end < 0) {
      try {
        text.append(stream.readChar());
      } catch (IOException e) {
        throw new TokenMgrError("unterminated dollar-quoted string", TokenMgrError.LEXICAL_ERROR);
      }
      int start = text.length() - length;
      end = start >= 0 && text.indexOf(delimiter, start) == start ? start : -1;
    }
    token.kind = MosqlParserImplConstants.QUOTED_STRING;
    token.image = "'" + text.substring(0, end).replace("'", "''") + "'";
    token.endLine = stream.getEndLine();
    token.endColumn = stream.getEndColumn();
  }
}
