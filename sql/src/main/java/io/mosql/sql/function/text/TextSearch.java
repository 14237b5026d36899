package io.mosql.sql.function.text;

import io.mosql.core.port.Interrupts;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Substring search in linear time, with checks for cancellation. Short searches use {@link String};
 * longer ones use the algorithm of Knuth, Morris and Pratt (Fast pattern matching in strings,
 * 1977). Pure.
 */
public final class TextSearch {
  /** Maximum worst-case number of comparisons for which {@link String#indexOf} is used. */
  private static final long SHORT = 1 << 20;

  /** Characters between two checks for cancellation. */
  private static final int LOOK = 1 << 14;

  private TextSearch() {}

  /** As {@link String#indexOf(String, int)}. */
  public static int indexOf(String text, String sought, int from) {
    int start = Math.max(0, from);
    if (sought.length() <= 1 || isShort(text.length() - start, sought)) {
      return text.indexOf(sought, start);
    }
    int[] borders = borders(sought);
    int matched = 0;
    for (int at = start; at < text.length(); at++) {
      checkInterrupt(at);
      char c = text.charAt(at);
      while (matched > 0 && sought.charAt(matched) != c) {
        matched = borders[matched - 1];
      }
      if (sought.charAt(matched) == c) {
        matched++;
      }
      if (matched == sought.length()) {
        return at + 1 - matched;
      }
    }
    return -1;
  }

  private static boolean isShort(int length, String sought) {
    return (long) length * sought.length() <= SHORT;
  }

  /** Of each prefix, the length of the longest proper prefix of it that is also its suffix. */
  private static int[] borders(String sought) {
    int[] borders = new int[sought.length()];
    int length = 0;
    for (int i = 1; i < borders.length; i++) {
      checkInterrupt(i);
      while (length > 0 && sought.charAt(i) != sought.charAt(length)) {
        length = borders[length - 1];
      }
      if (sought.charAt(i) == sought.charAt(length)) {
        length++;
      }
      borders[i] = length;
    }
    return borders;
  }

  /** As {@link String#replace(CharSequence, CharSequence)}, for a search text that is not empty. */
  public static String replace(String text, String from, String to) {
    int found = indexOf(text, from, 0);
    if (found < 0) {
      return text;
    }
    StringBuilder result = new StringBuilder(text.length());
    int copied = 0;
    int steps = 0;
    while (found >= 0) {
      checkInterrupt(++steps);
      result.append(text, copied, found).append(to);
      copied = found + from.length();
      found = indexOf(text, from, copied);
    }
    return result.append(text, copied, text.length()).toString();
  }

  /** A test whether a character is in a set; in constant time for large sets. */
  static IntPredicate anyOf(String characters) {
    if (characters.length() <= 16) {
      return c -> characters.indexOf(c) >= 0;
    }
    Set<Integer> all = new HashSet<>();
    characters.codePoints().forEach(all::add);
    return all::contains;
  }

  /** Checks for cancellation at some steps of a loop over characters. */
  public static void checkInterrupt(int at) {
    if (at % LOOK == 0) {
      Interrupts.checkNow();
    }
  }
}
