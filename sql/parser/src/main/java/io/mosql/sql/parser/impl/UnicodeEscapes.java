package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.Objects;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Decodes the escapes of {@code U&'..'} and rejects texts that UTF-8 cannot encode. Pure. */
final class UnicodeEscapes {
  private static final int SHORT = 4;
  private static final int LONG = 6;

  private UnicodeEscapes() {}

  /**
   * Returns a literal with its escapes decoded: {@code \\xxxx}, {@code \\+xxxxxx}, and the doubled
   * escape character.
   *
   * @param escape zero where the literal has none
   */
  static SqlLiteral unescaped(SqlLiteral literal, char escape) {
    if (escape == 0) {
      return literal;
    }
    SqlParserPos pos = literal.getParserPosition();
    String text = Objects.requireNonNull(literal.getValueAs(String.class));
    StringBuilder read = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c != escape) {
        read.append(c);
        i++;
      } else if (i + 1 < text.length() && text.charAt(i + 1) == escape) {
        read.append(escape);
        i += 2;
      } else {
        boolean six = i + 1 < text.length() && text.charAt(i + 1) == '+';
        int from = i + (six ? 2 : 1);
        int end = from + (six ? LONG : SHORT);
        read.append(character(text, from, end, pos));
        i = end;
      }
    }
    return SqlLiteral.createCharString(paired(read.toString(), pos), pos);
  }

  private static String character(String text, int from, int end, SqlParserPos pos) {
    boolean digits = end <= text.length();
    for (int i = from; digits && i < end; i++) {
      digits = Character.digit(text.charAt(i), 16) >= 0 && text.charAt(i) < 0x80;
    }
    if (!digits) {
      throw new GrammarException(pos, CoreErrorMessage.INVALID_UNICODE_ESCAPE);
    }
    int code = Integer.parseInt(text, from, end, 16);
    if (code == 0 || code > Character.MAX_CODE_POINT) {
      throw new GrammarException(pos, ParserErrorMessage.INVALID_UNICODE_ESCAPE_VALUE);
    }
    return Character.toString(code);
  }

  /** Checks that each surrogate of the text is part of a pair, and returns the text. */
  static String paired(String text, SqlParserPos pos) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new GrammarException(pos, CoreErrorMessage.INVALID_UNICODE_SURROGATE);
      }
    }
    return text;
  }
}
