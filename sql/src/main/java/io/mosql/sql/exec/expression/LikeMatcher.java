package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.CaseFolding;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.text.CodePoints;
import java.util.function.IntUnaryOperator;

/**
 * LIKE and ILIKE by code point, and LIKE by a collation; the translation of the last pattern is
 * cached. Time is at most proportional to the product of the lengths of text and pattern; a cancel
 * request ends a match.
 */
public final class LikeMatcher {
  /** The wildcard % among the code points of a translated pattern. */
  public static final int ANY = -1;

  /** The wildcard _ among the code points of a translated pattern. */
  public static final int ONE = -2;

  /** An escape at the end of the pattern, which is an error if the text is compared with it. */
  public static final int DANGLING = -3;

  /** Characters that are compared before cancellation is checked. */
  private static final int UNCHECKED = 1 << 10;

  private LikeMatcher() {}

  private static int anyCase(int c) {
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  /** The mapping of characters before they are compared. */
  private static IntUnaryOperator fold(String name) {
    return name.endsWith("NOCASE")
        ? CaseFolding::fold
        : name.endsWith("ILIKE") ? LikeMatcher::anyCase : IntUnaryOperator.identity();
  }

  /** Whether a text matches a pattern, ignoring case. */
  public static boolean isLike(String text, String pattern) {
    return matches(text, translate(pattern, "\\", LikeMatcher::anyCase), LikeMatcher::anyCase);
  }

  static Expression compile(String name, Expression[] operands) {
    boolean negated = name.startsWith("NOT");
    IntUnaryOperator fold = fold(name);
    Cache cache = new Cache();
    return (row, context) -> {
      Object text = operands[0].evaluate(row, context);
      Object pattern = operands[1].evaluate(row, context);
      Object escape = operands.length > 2 ? operands[2].evaluate(row, context) : "\\";
      if (text == null || pattern == null || escape == null) {
        return null;
      }
      int[] translated = cache.get((String) pattern, (String) escape, fold);
      return matches((String) text, translated, fold) != negated;
    };
  }

  /** The last pattern used; a race only repeats a translation. */
  private static final class Cache {
    private record Entry(String pattern, String escape, int[] translated) {}

    private volatile Entry last = new Entry("", "", new int[0]);

    int[] get(String pattern, String escape, IntUnaryOperator fold) {
      Entry entry = last;
      if (!entry.pattern.equals(pattern) || !entry.escape.equals(escape)) {
        entry = new Entry(pattern, escape, translate(pattern, escape, fold));
        last = entry;
      }
      return entry.translated;
    }
  }

  /**
   * Returns the code points of a pattern of LIKE, with {@link #ANY}, {@link #ONE} and {@link
   * #DANGLING} for what is not a character.
   *
   * @throws MosqlException when the escape is not one character
   */
  public static int[] translate(String pattern, String escape) {
    return translate(pattern, escape, IntUnaryOperator.identity());
  }

  private static int[] translate(String pattern, String escape, IntUnaryOperator fold) {
    if (CodePoints.length(escape) > 1) {
      throw SqlErrorMessage.LIKE_ESCAPE_NOT_ONE_CHARACTER.error();
    }
    int escapeChar = escape.isEmpty() ? ANY : escape.codePointAt(0);
    int[] codePoints = pattern.codePoints().toArray();
    int length = 0;
    for (int i = 0; i < codePoints.length; i++) {
      int c = codePoints[i];
      int translated;
      if (c == escapeChar) {
        translated = ++i == codePoints.length ? DANGLING : fold.applyAsInt(codePoints[i]);
      } else {
        translated = c == '%' ? ANY : c == '_' ? ONE : fold.applyAsInt(c);
      }
      codePoints[length++] = translated;
    }
    return java.util.Arrays.copyOf(codePoints, length);
  }

  /**
   * The characters with which a text begins that matches a pattern.
   *
   * @param isWhole whether they are the whole text
   */
  public record FixedPrefix(String text, boolean isWhole) {}

  /** Returns what a pattern fixes before its first wildcard; nothing for an invalid escape. */
  public static FixedPrefix fixedPrefix(String pattern, String escape) {
    StringBuilder text = new StringBuilder();
    if (CodePoints.length(escape) > 1) {
      return new FixedPrefix("", false);
    }
    int escapeChar = escape.isEmpty() ? ANY : escape.codePointAt(0);
    int i = 0;
    while (i < pattern.length()) {
      int c = pattern.codePointAt(i);
      i += Character.charCount(c);
      if (c == escapeChar && i < pattern.length()) {
        c = pattern.codePointAt(i);
        i += Character.charCount(c);
      } else if (c == escapeChar || c == '%' || c == '_') {
        return new FixedPrefix(text.toString(), false);
      }
      if (Character.getType(c) == Character.SURROGATE) {
        // UTF-8 cannot encode it
        return new FixedPrefix(text.toString(), false);
      }
      text.appendCodePoint(c);
    }
    return new FixedPrefix(text.toString(), true);
  }

  /** Greedy matching: only the last {@code %} is ever retried, one character further on. */
  private static boolean matches(String text, int[] pattern, IntUnaryOperator fold) {
    int at = 0;
    int p = 0;
    int afterAny = -1;
    int retry = 0;
    int compared = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (p < pattern.length && pattern[p] == DANGLING) {
        throw dangling();
      } else if (p < pattern.length && pattern[p] == ANY) {
        afterAny = ++p;
        retry = at;
        requireEscaped(text, at, pattern, p);
      } else if (p < pattern.length && (pattern[p] == ONE || pattern[p] == fold.applyAsInt(c))) {
        p++;
        at += Character.charCount(c);
      } else if (afterAny >= 0) {
        compared += at - retry + 1;
        if (compared >= UNCHECKED) {
          Interrupts.checkNow();
          compared = 0;
        }
        p = afterAny;
        retry += Character.charCount(text.codePointAt(retry));
        at = retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == ANY) {
      p++;
    }
    return p == pattern.length;
  }

  /**
   * Rejects an escape at the end of a pattern that is preceded by wildcards only, for any text, as
   * PostgreSQL does.
   */
  private static void requireEscaped(String text, int at, int[] pattern, int p) {
    if (pattern[pattern.length - 1] != DANGLING) {
      return;
    }
    int rest = at;
    for (int next = p; rest <= text.length(); next++) {
      if (pattern[next] == DANGLING) {
        throw dangling();
      } else if (pattern[next] == ONE) {
        rest += rest < text.length() ? Character.charCount(text.codePointAt(rest)) : 1;
      } else if (pattern[next] != ANY) {
        return;
      }
    }
  }

  private static MosqlException dangling() {
    return SqlErrorMessage.LIKE_PATTERN_ENDS_WITH_ESCAPE.error();
  }
}
