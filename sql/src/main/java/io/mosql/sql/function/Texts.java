package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

/**
 * Text by code points: a character outside the basic plane counts as one and is never cut. Pure.
 */
public final class Texts {
  private Texts() {}

  /** Index of the char after so many code points, within the text. */
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
   * The characters from a one-based position; the positions before the first count, as the standard
   * has it.
   *
   * @throws MosqlException 22011 for a negative length
   */
  public static String substring(String text, long from, long length) {
    if (length < 0) {
      throw new MosqlException(SqlState.INVALID_SUBSTRING, "negative length of SUBSTRING");
    }
    int start = offset(text, from - 1);
    return text.substring(start, Math.max(start, offset(text, from - 1 + length)));
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
    int found = text.indexOf(sought, offset(text, from - 1));
    return found < 0 ? 0 : text.codePointCount(0, found) + 1;
  }

  /** The text filled up, or cut, to a length; without anything to fill with only cut. */
  public static String pad(String text, long length, String fill, boolean left) {
    long missing = length - length(text);
    if (missing <= 0 || fill.isEmpty()) {
      return left(text, length);
    }
    long fillLength = length(fill);
    String padding = fill.repeat((int) (missing / fillLength)) + left(fill, missing % fillLength);
    return left ? padding + text : text + padding;
  }

  /** The text without any of the characters at its ends. */
  public static String trim(String text, String characters, boolean leading, boolean trailing) {
    int start = 0;
    int end = text.length();
    while (leading && start < end && characters.indexOf(text.codePointAt(start)) >= 0) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (trailing && start < end && characters.indexOf(text.codePointBefore(end)) >= 0) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  /** The text with some characters replaced. */
  public static String overlay(String text, String replacement, long from, long length) {
    if (from < 1 || length < 0) {
      throw new MosqlException(SqlState.INVALID_SUBSTRING, "a position of OVERLAY is out of range");
    }
    return left(text, from - 1) + replacement + text.substring(offset(text, from - 1 + length));
  }
}
