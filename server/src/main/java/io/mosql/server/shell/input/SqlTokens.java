package io.mosql.server.shell.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lexer of SQL text, which may be unfinished; comments are skipped. */
public final class SqlTokens {
  private final String text;
  private final List<Token> tokens = new ArrayList<>();

  /**
   * Word or symbol.
   *
   * @param text as written
   * @param end position after its last character
   */
  public record Token(Kind kind, String text, int start, int end) {
    public boolean is(String word) {
      return kind != Kind.NAME && kind != Kind.LITERAL && text.equalsIgnoreCase(word);
    }

    /** Returns the text in upper case. */
    public String upper() {
      return text.toUpperCase(Locale.ROOT);
    }
  }

  public enum Kind {
    /** Keyword or unquoted name. */
    WORD,
    /** Quoted name; the quotes are part of the text. */
    NAME,
    LITERAL,
    COMMENT,
    SIGN
  }

  private SqlTokens(String text) {
    this.text = text;
  }

  public static List<Token> of(String text) {
    SqlTokens all = new SqlTokens(text);
    int at = 0;
    while (at < text.length()) {
      at = all.next(at);
    }
    return all.tokens;
  }

  private int next(int at) {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      return at + 1;
    }
    if (text.startsWith("--", at)) {
      return add(Kind.COMMENT, at, until("\n", at + 2));
    }
    if (text.startsWith("/*", at)) {
      return add(Kind.COMMENT, at, until("*/", at + 2));
    }
    if (c == '\'') {
      return add(Kind.LITERAL, at, until("'", at + 1));
    }
    if (c == '"' || c == '`') {
      return add(Kind.NAME, at, until(String.valueOf(c), at + 1));
    }
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end > at ? add(Kind.WORD, at, end) : add(Kind.SIGN, at, at + 1);
  }

  private int until(String end, int from) {
    int found = text.indexOf(end, from);
    return found < 0 ? text.length() : found + end.length();
  }

  private int add(Kind kind, int start, int end) {
    tokens.add(new Token(kind, text.substring(start, end), start, end));
    return end;
  }
}
