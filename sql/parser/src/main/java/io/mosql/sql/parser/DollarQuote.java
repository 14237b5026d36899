package io.mosql.sql.parser;

/** The delimiters of {@code $tag$ text $tag$}, in which nothing has to be escaped. Pure. */
public final class DollarQuote {
  private DollarQuote() {}

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
}
