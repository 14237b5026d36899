package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.DollarQuote;
import java.io.IOException;

/**
 * Reads texts between dollar quotes for the lexer, whose expressions cannot find the delimiter
 * again that a text began with: it calls this when it has read what looks like a name.
 */
final class DollarQuotes {
  private DollarQuotes() {}

  /** Makes a token that begins with an opening delimiter the text behind it. */
  static void read(Token token, SimpleCharStream stream) {
    int length = DollarQuote.opening(token.image, 0);
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
        throw new TokenMgrError(
            "unterminated dollar-quoted string", TokenMgrError.LEXICAL_ERROR);
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
