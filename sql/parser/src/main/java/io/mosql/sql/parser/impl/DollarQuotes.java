package io.mosql.sql.parser.impl;

import java.io.IOException;

/**
 * Reads dollar-quoted strings, {@code $tag$ text $tag$}, in which nothing is escaped. The lexer's
 * regular expressions cannot match the closing delimiter with the opening one, so the lexer calls
 * this class after a token that may be an opening delimiter.
 */
public final class DollarQuotes {
  private DollarQuotes() {}

  /**
   * Returns the end of the opening delimiter at a dollar sign, or -1 when there is none; a tag is
   * empty or a name without dollar signs.
   */
  public static int opening(CharSequence text, int start) {
    int i = start + 1;
    while (i < text.length() && isTag(text.charAt(i), i == start + 1)) {
      i++;
    }
    return i < text.length() && text.charAt(start) == '$' && text.charAt(i) == '$' ? i + 1 : -1;
  }

  private static boolean isTag(char c, boolean first) {
    return c == '_' || c >= 0x80 || Character.isLetter(c) || !first && Character.isDigit(c);
  }

  /**
   * Replaces the image of a token that begins with an opening delimiter by the text up to the
   * closing one.
   */
  static void read(Token token, SimpleCharStream stream) {
    int length = opening(token.image, 0);
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
