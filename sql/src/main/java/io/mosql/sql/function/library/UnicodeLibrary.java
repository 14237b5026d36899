package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.text.TextLengthLimit;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Unicode functions: escapes and normal forms. */
public final class UnicodeLibrary {
  private static final int HEXADECIMAL = 16;

  /** Minimum number of characters of a part that is normalized at once. */
  private static final int PART = 1 << 13;

  /** Maximum number of combining marks of one character. */
  private static final int MARKS_MAX = 2_000;

  private UnicodeLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict("UNISTR", SqlType.TEXT, "t", v -> unescaped(text(v, 0)));
    all.strict("NORMALIZE", SqlType.TEXT, "t|t", v -> normalized(text(v, 0), form(v)));
    all.strict("IS_NORMALIZED", SqlType.BOOLEAN, "t|t", v -> isNormalized(text(v, 0), form(v)));
  }

  private static Normalizer.Form form(@Nullable Object[] v) {
    String name = v.length > 1 ? text(v, 1).toUpperCase(Locale.ROOT) : "NFC";
    return switch (name) {
      case "NFC" -> Normalizer.Form.NFC;
      case "NFD" -> Normalizer.Form.NFD;
      case "NFKC" -> Normalizer.Form.NFKC;
      case "NFKD" -> Normalizer.Form.NFKD;
      default -> throw SqlErrorMessage.NORMALIZATION_FORM_INVALID.error(text(v, 1));
    };
  }

  private static String normalized(String text, Normalizer.Form form) {
    StringBuilder all = new StringBuilder(text.length());
    for (int from = 0; from < text.length(); ) {
      int to = partEnd(text, from);
      all.append(Normalizer.normalize(text.substring(from, to), form));
      TextLengthLimit.check(all.length());
      from = to;
    }
    return all.toString();
  }

  private static boolean isNormalized(String text, Normalizer.Form form) {
    for (int from = 0; from < text.length(); ) {
      int to = partEnd(text, from);
      if (!Normalizer.isNormalized(text.substring(from, to), form)) {
        return false;
      }
      from = to;
    }
    return true;
  }

  /**
   * The end of a part that can be normalized on its own: before a character that never composes
   * with an earlier one. Ordering combining marks takes quadratic time, so their number is limited.
   */
  private static int partEnd(String text, int from) {
    Interrupts.checkNow();
    int marks = 0;
    int i = from;
    while (i < text.length() && (i - from < PART || !begins(text.charAt(i)))) {
      int code = text.codePointAt(i);
      marks = isMark(code) ? marks + 1 : 0;
      if (marks > MARKS_MAX) {
        throw SqlErrorMessage.TOO_MANY_COMBINING_CHARACTERS.error(MARKS_MAX);
      }
      i += Character.charCount(code);
    }
    return i;
  }

  /** Whether the character and its decomposition never compose with a preceding character. */
  private static boolean begins(char c) {
    boolean hangul =
        c >= 0x1100 && c < 0x1200
            || c >= 0x3130 && c < 0x3190
            || c >= 0xA960 && c < 0xA980
            || c >= 0xD7B0 && c < 0xD800
            || c >= 0xFFA0 && c < 0xFFE0;
    return !hangul && !Character.isSurrogate(c) && !isMark(c);
  }

  private static boolean isMark(int code) {
    return switch (Character.getType(code)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> code == 0xFF9E || code == 0xFF9F;
    };
  }

  /**
   * A text with {@code \XXXX}, {@code \+XXXXXX}, {@code \\uXXXX} and {@code \UXXXXXXXX} decoded.
   */
  private static String unescaped(String text) {
    StringBuilder read = new StringBuilder();
    char high = 0;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      boolean escape = c == '\\' && !text.startsWith("\\\\", i);
      if (!escape) {
        if (high != 0) {
          throw unpaired();
        }
        read.append(c);
        i += c == '\\' ? 2 : 1;
        continue;
      }
      char kind = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      int prefix = kind == '+' || kind == 'u' || kind == 'U' ? 2 : 1;
      int digits = kind == '+' ? 6 : kind == 'U' ? 8 : 4;
      int point = point(text, i + prefix, digits);
      i += prefix + digits;
      if (high != 0) {
        if (!isLow(point)) {
          throw unpaired();
        }
        read.append(high).append((char) point);
        high = 0;
      } else if (isLow(point)) {
        throw unpaired();
      } else if (point >= Character.MIN_HIGH_SURROGATE && point <= Character.MAX_HIGH_SURROGATE) {
        high = (char) point;
      } else {
        read.appendCodePoint(point);
      }
    }
    if (high != 0) {
      throw unpaired();
    }
    return read.toString();
  }

  private static boolean isLow(int point) {
    return point >= Character.MIN_LOW_SURROGATE && point <= Character.MAX_LOW_SURROGATE;
  }

  private static int point(String text, int from, int digits) {
    int end = from + digits;
    if (end > text.length()
        || text.substring(from, end).chars().anyMatch(c -> c > 'f' || Character.digit(c, 16) < 0)) {
      throw CoreErrorMessage.INVALID_UNICODE_ESCAPE.error();
    }
    String hex = text.substring(from, end);
    long point = Long.parseLong(hex, HEXADECIMAL);
    if (point == 0 || point > Character.MAX_CODE_POINT) {
      throw SqlErrorMessage.CODE_POINT_INVALID.error(
          hex.replaceFirst("^0+(?=.{4})", "").toUpperCase(Locale.ROOT));
    }
    return (int) point;
  }

  private static MosqlException unpaired() {
    return CoreErrorMessage.INVALID_UNICODE_SURROGATE.error();
  }
}
