package io.mosql.sql.function.text;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/**
 * Text operations by code point: a character outside the basic plane counts as one and is never
 * split. Pure.
 */
public final class CodePoints {
  /** A length that extends to the end from any position. */
  public static final long ALL = 1L << Integer.SIZE;

  /** Number of characters of a piece. */
  private static final int PIECE = 1 << 12;

  /**
   * Number of characters of a piece that becomes upper case: the JDK copies a piece for each of its
   * characters that becomes several.
   */
  private static final int UPPER_PIECE = 1 << 8;

  private CodePoints() {}

  /** Index of the char after the given number of code points, at most the length of the text. */
  private static int offset(String text, long codePoints) {
    if (codePoints >= text.length()) {
      return text.length();
    }
    int at = 0;
    for (long i = 0; i < codePoints && at < text.length(); i++) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * The characters from a one-based position; positions before the first character count, as in the
   * standard.
   *
   * @throws MosqlException 22011 for a negative length
   */
  public static String substring(String text, long from, long length) {
    if (length < 0) {
      throw SqlErrorMessage.NEGATIVE_SUBSTRING_LENGTH.error();
    }
    int start = offset(text, from - 1);
    return text.substring(start, Math.max(start, offset(text, from - 1 + length)));
  }

  /** The text in upper case; a character may become several, such as SS. */
  public static String upper(String text) {
    return pieces(text, UPPER_PIECE, piece -> piece.toUpperCase(Locale.ROOT));
  }

  /** The text with a capital at the beginning of each word; words consist of letters and digits. */
  public static String initCap(String text) {
    TextLengthLimit.check(text.length());
    StringBuilder capitalized = new StringBuilder(text.length());
    boolean within = false;
    int asked = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (at >= asked) {
        Interrupts.checkNow();
        asked = at + PIECE;
      }
      int character = text.codePointAt(at);
      capitalized.appendCodePoint(
          within ? Character.toLowerCase(character) : Character.toUpperCase(character));
      within = Character.isLetterOrDigit(character);
    }
    return capitalized.toString();
  }

  /** The text in lower case. */
  public static String lower(String text) {
    return pieces(text, PIECE, piece -> piece.toLowerCase(Locale.ROOT));
  }

  /**
   * Applies a function to a text piece by piece, because the JDK's change of case takes quadratic
   * time for characters that become several. Pieces end at word ends if possible.
   *
   * @param size chars of a piece
   */
  private static String pieces(String text, int size, UnaryOperator<String> each) {
    if (text.length() <= size) {
      return each.apply(text);
    }
    TextLengthLimit.check(text.length());
    StringBuilder result = new StringBuilder(text.length());
    int start = 0;
    while (start < text.length()) {
      Interrupts.checkNow();
      int end = Math.min(text.length(), start + size);
      int word = end;
      while (end < text.length() && word > start && !Character.isWhitespace(text.charAt(word))) {
        word--;
      }
      end = word > start ? word : end;
      if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
        end++;
      }
      result.append(each.apply(text.substring(start, end)));
      TextLengthLimit.check(result.length());
      start = end;
    }
    return result.toString();
  }

  public static String left(String text, long length) {
    return text.substring(0, offset(text, length));
  }

  public static String right(String text, long length) {
    return length <= 0 ? "" : text.substring(offset(text, length(text) - length));
  }

  /** One-based position of the first occurrence at or after one, 0 when there is none. */
  public static int position(String sought, String text, long from) {
    if (from < 1 || from > length(text) + 1L) {
      return 0;
    }
    int found = TextSearch.indexOf(text, sought, offset(text, from - 1));
    return found < 0 ? 0 : text.codePointCount(0, found) + 1;
  }

  /**
   * Pads or truncates the text to a length; only truncates if the fill is empty.
   *
   * @throws MosqlException as {@link TextLengthLimit#check}
   */
  public static String pad(String text, long length, String fill, boolean left) {
    long missing = length - length(text);
    if (missing <= 0 || fill.isEmpty()) {
      return left(text, length);
    }
    long fillLength = length(fill);
    long times = missing / fillLength;
    String part = left(fill, missing % fillLength);
    TextLengthLimit.check(text.length() + times * fill.length() + part.length());
    String whole = fill.repeat((int) times);
    // String.join allocates the result once; a StringBuilder has copies of a large text.
    return left ? String.join("", whole, part, text) : String.join("", text, whole, part);
  }

  /** The text without any of the characters at its ends. */
  public static String trim(String text, String characters, boolean leading, boolean trailing) {
    IntPredicate removed = TextSearch.anyOf(characters);
    int start = 0;
    int end = text.length();
    while (leading && start < end && removed.test(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (trailing && start < end && removed.test(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  /** The text with some characters replaced. */
  public static String overlay(String text, String replacement, long from, long length) {
    TextLengthLimit.check((long) text.length() + replacement.length());
    return String.join(
        "",
        left(text, from - 1),
        replacement,
        text.substring(offset(text, overlayEnd(from, length))));
  }

  /**
   * The 0-based start of the text after the part that OVERLAY replaces; before the start of that
   * part if the length is negative.
   *
   * @throws MosqlException 22011 for a start before the first character, 22003 for an end beyond
   *     the range of INTEGER
   */
  public static long overlayEnd(long from, long length) {
    if (from < 1) {
      throw SqlErrorMessage.OVERLAY_POSITION.error();
    }
    if (from + length != (int) (from + length)) {
      throw SqlErrorMessage.INTEGER_OUT_OF_RANGE.error("integer");
    }
    return from - 1 + length;
  }
}
