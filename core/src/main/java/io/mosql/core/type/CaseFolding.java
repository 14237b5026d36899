package io.mosql.core.type;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Simple case folding of Unicode 14.0, character by character and without a language: A and a are
 * folded to the same character, as are Ä and ä, but not A and Ä, nor ß and ss. The table is built
 * in, so that the contents of an index do not depend on the Java version. Folding is idempotent.
 * Pure.
 */
public final class CaseFolding {
  private static final String TABLE = "nocase-unicode-14.0.txt";
  private static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;

  /**
   * Differences to the folded code points, by pages of code points; null for a page without any.
   */
  private static final int[] @Nullable [] PAGES = load();

  private CaseFolding() {}

  private static int[] @Nullable [] load() {
    int[] @Nullable [] pages = new int[(Character.MAX_CODE_POINT >>> PAGE_BITS) + 1][];
    try (InputStream table =
            Objects.requireNonNull(CaseFolding.class.getResourceAsStream(TABLE), TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(table, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          int space = line.indexOf(' ');
          int from = Integer.parseInt(line.substring(0, space), 16);
          int to = Integer.parseInt(line.substring(space + 1), 16);
          int[] page = pages[from >>> PAGE_BITS];
          if (page == null) {
            page = new int[PAGE];
            pages[from >>> PAGE_BITS] = page;
          }
          page[from & PAGE - 1] = to - from;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  /** The folded code point. */
  public static int fold(int codePoint) {
    int[] page = PAGES[codePoint >>> PAGE_BITS];
    return page == null ? codePoint : codePoint + page[codePoint & PAGE - 1];
  }

  /** The text with each code point folded; the same object where nothing changes. */
  public static String fold(String text) {
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (fold(c) != c) {
        return folded(text, at);
      }
      at += Character.charCount(c);
    }
    return text;
  }

  private static String folded(String text, int from) {
    StringBuilder folded = new StringBuilder(text.length()).append(text, 0, from);
    int at = from;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      folded.appendCodePoint(fold(c));
      at += Character.charCount(c);
    }
    return folded.toString();
  }
}
