package io.mosql.sql.exec.batch;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.exec.expression.LikeMatcher;
import io.mosql.sql.function.text.CodePoints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of LIKE over texts in UTF-8: matches the texts that the {@link LikeMatcher} matches
 * without a mapping of characters, since equal characters have equal bytes, and the bytes of one
 * character never begin within another one. Immutable.
 */
final class Utf8LikePattern {
  /** Bytes that are compared before cancellation is checked. */
  private static final int UNCHECKED = 1 << 12;

  /** Bytes from 0 to 255, with the wildcards of LikeMatcher. */
  private final int[] pattern;

  private Utf8LikePattern(int[] pattern) {
    this.pattern = pattern;
  }

  /**
   * Translates a pattern.
   *
   * @return null for one that has no such form: it fails, perhaps only for some texts, or UTF-8
   *     cannot encode it
   */
  static @Nullable Utf8LikePattern of(String pattern, String escape) {
    if (CodePoints.length(escape) > 1) {
      return null;
    }
    int[] codePoints = LikeMatcher.translate(pattern, escape);
    int[] bytes = new int[4 * codePoints.length];
    int length = 0;
    for (int c : codePoints) {
      if (c == LikeMatcher.DANGLING || c >= 0 && Character.getType(c) == Character.SURROGATE) {
        return null;
      }
      if (c < 0) {
        bytes[length++] = c;
        continue;
      }
      for (byte unit : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
        bytes[length++] = Byte.toUnsignedInt(unit);
      }
    }
    return new Utf8LikePattern(Arrays.copyOf(bytes, length));
  }

  /** Whether a text matches: as in LikeMatcher only the last % is ever retried. */
  boolean matches(byte[] text, int from, int to) {
    int at = from;
    int p = 0;
    int afterAny = -1;
    int retry = 0;
    int compared = 0;
    while (at < to) {
      int expected = p < pattern.length ? pattern[p] : LikeMatcher.DANGLING;
      if (expected >= 0 && expected == Byte.toUnsignedInt(text[at])) {
        p++;
        at++;
        continue;
      }
      if (expected == LikeMatcher.ONE) {
        p++;
        at = next(text, at, to);
        continue;
      }
      if (expected == LikeMatcher.ANY) {
        afterAny = ++p;
        retry = at;
      } else if (afterAny >= 0) {
        compared += at - retry + 1;
        if (compared >= UNCHECKED) {
          Interrupts.checkNow();
          compared = 0;
        }
        p = afterAny;
        retry = next(text, retry, to);
      } else {
        return false;
      }
      if (p == pattern.length) {
        return true;
      }
      retry = candidate(text, retry, to, pattern[p]);
      at = retry;
    }
    while (p < pattern.length && pattern[p] == LikeMatcher.ANY) {
      p++;
    }
    return p == pattern.length;
  }

  /** The position at or after one where what follows a % can begin. */
  private static int candidate(byte[] text, int from, int to, int first) {
    if (first < 0) {
      return from;
    }
    int at = from;
    while (at < to && Byte.toUnsignedInt(text[at]) != first) {
      at++;
    }
    return at;
  }

  /** The position of the next character. */
  private static int next(byte[] text, int from, int to) {
    int at = from + 1;
    while (at < to && isContinuation(text[at])) {
      at++;
    }
    return at;
  }

  private static boolean isContinuation(byte unit) {
    return (unit & 0xC0) == 0x80;
  }

  /** The position after some characters of a text; its end when it has fewer. */
  static int offset(byte[] text, int from, int to, long characters) {
    int at = from;
    for (long i = 0; i < characters && at < to; i++) {
      at = next(text, at, to);
    }
    return at;
  }
}
