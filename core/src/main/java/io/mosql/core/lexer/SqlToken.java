package io.mosql.core.lexer;

import java.util.Locale;

/**
 * A token of SQL text.
 *
 * @param text as written, with quotes and prefixes
 * @param start offset of its first character, from 0
 */
public record SqlToken(Kind kind, String text, int start) {
  public enum Kind {
    WHITESPACE,
    /** {@code -- ..} without its line end, or {@code /* .. *}{@code /}. */
    COMMENT,
    /** Keyword or unquoted name. */
    WORD,
    /** Name in double quotes or back quotes, with its prefix ({@code U&}). */
    QUOTED_NAME,
    /**
     * String in single quotes, with its prefix (as in {@code E''}, {@code U&''}), or in dollars.
     */
    STRING,
    NUMBER,
    /** {@code ?}; behind an operand it is an operator, which only a parser can tell. */
    PARAMETER,
    /** {@code ;}. */
    SEMICOLON,
    /** Operator or punctuation, and any character that SQL has no use for. */
    SYMBOL
  }

  public int end() {
    return start + text.length();
  }

  /** Whether this is the keyword, in upper or lower case, or the symbol. */
  public boolean is(String wordOrSymbol) {
    return kind != Kind.QUOTED_NAME
        && kind != Kind.STRING
        && kind != Kind.COMMENT
        && text.equalsIgnoreCase(wordOrSymbol);
  }

  /** Returns the text in upper case. */
  public String upper() {
    return text.toUpperCase(Locale.ROOT);
  }
}
