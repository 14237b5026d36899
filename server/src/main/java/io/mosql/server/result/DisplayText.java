package io.mosql.server.result;

/** Display width and escaping of text on a terminal. */
public final class DisplayText {
  private DisplayText() {}

  /**
   * Returns the text with control characters escaped: line breaks and tabs as {@code \n} and the
   * like, others by their code point.
   */
  public static String visible(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            out.append(String.format("\\x%02x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  /** Number of terminal columns of a text without control characters. */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      width += c < 0x300 ? 1 : width(c);
      i += Character.charCount(c);
    }
    return width;
  }

  private static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(c) ? 2 : 1;
  }

  /** Whether a character is East Asian wide or full-width, or a pictograph. */
  private static boolean isWide(int c) {
    return c >= 0x1100
        && (c <= 0x115F
            || c >= 0x2E80 && c <= 0x303E
            || c >= 0x3041 && c <= 0xA4CF
            || c >= 0xAC00 && c <= 0xD7A3
            || c >= 0xF900 && c <= 0xFAFF
            || c >= 0xFE30 && c <= 0xFE6F
            || c >= 0xFF00 && c <= 0xFF60
            || c >= 0xFFE0 && c <= 0xFFE6
            || c >= 0x1F300 && c <= 0x1F64F
            || c >= 0x1F900 && c <= 0x1F9FF
            || c >= 0x20000 && c <= 0x3FFFD);
  }
}
