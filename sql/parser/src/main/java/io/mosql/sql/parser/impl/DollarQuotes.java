package io.mosql.sql.parser.impl;

import java.io.IOException;

/**
 * Texts {@code $tag$ text $tag$}, in which nothing has to be escaped. No regular expression of a
 * lexer finds the delimiter again that a text began with: the lexer calls this when it has read
 * what looks like a name.
 */
public final class DollarQuotes {
  private DollarQuotes() {}

  /**
   * Where the opening delimiter that begins at a dollar sign ends, or -1 when there is none: a tag
   * is empty or a name without dollar signs.
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

  /** Makes a token that begins with an opening delimiter the text behind it. */
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
