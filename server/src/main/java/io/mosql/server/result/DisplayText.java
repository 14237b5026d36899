package io.mosql.server.result;

import org.jline.utils.WCWidth;

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

  /**
   * Number of terminal columns of a text without control characters. JLine is loaded for characters
   * beyond Latin only.
   */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      width += c < 0x300 ? 1 : Math.max(0, WCWidth.wcwidth(c));
      i += Character.charCount(c);
    }
    return width;
  }
}
