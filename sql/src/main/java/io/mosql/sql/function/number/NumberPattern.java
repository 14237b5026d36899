package io.mosql.sql.function.number;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A PostgreSQL pattern for numbers: digits {@code 9} and {@code 0}, the point {@code .} or {@code
 * D}, the group separator {@code ,} or {@code G}, signs {@code S MI PL SG PR}, {@code FM} to
 * suppress blanks and trailing zeros, {@code V} to multiply by a power of ten, {@code TH}, {@code
 * RN}, {@code EEEE}, and texts; all in capital or all in small letters. Immutable.
 */
public final class NumberPattern {
  private static final int MAX_LENGTH = 1_000;

  /** Pattern words; a longer word comes before its prefixes. */
  private static final List<String> WORDS =
      List.of(
          "EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", ",", ".", "0", "9", "B", "C", "D",
          "G", "L", "S", "V");

  private static final String EXPONENT = "EEEE";

  /** The position of a locale-dependent sign. */
  private enum Anchor {
    NONE,
    BEFORE,
    BEHIND
  }

  /**
   * A piece of the pattern.
   *
   * @param word in capital letters, or empty for a character of text
   * @param text original text
   */
  private record Part(String word, String text) {}

  private final List<Part> parts = new ArrayList<>();
  private int whole;
  private int fraction;

  /** Digits after V, by which the point is moved. */
  private int moved;

  private boolean moves;
  private boolean pointed;
  private boolean tight;
  private boolean zero;
  private int firstZero;
  private int zeroEnd;
  private Anchor anchor = Anchor.NONE;
  private int beforeAnchor;
  private boolean minus;
  private boolean plus;
  private boolean bracket;
  private boolean roman;
  private boolean scientific;

  private NumberPattern() {}

  /**
   * Reads a pattern.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 for unsupported patterns, 22023 for
   *     conflicting words
   */
  public static NumberPattern of(String text) {
    if (text.length() > MAX_LENGTH) {
      throw SqlErrorMessage.PATTERN_TOO_LONG.error();
    }
    NumberPattern pattern = new NumberPattern();
    int at = 0;
    while (at < text.length()) {
      at = pattern.read(text, at);
    }
    return pattern;
  }

  private int read(String text, int at) {
    for (String word : WORDS) {
      if (text.startsWith(word, at) || text.startsWith(word.toLowerCase(Locale.ROOT), at)) {
        int end = at + word.length();
        note(word);
        parts.add(new Part(word, text.substring(at, end)));
        return end;
      }
    }
    if (text.charAt(at) != '"') {
      // outside of quotes a backslash is literal unless it precedes a quote
      return character(text, text.startsWith("\\\"", at) ? at + 1 : at);
    }
    int i = at + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      i = character(text, text.charAt(i) == '\\' && i + 1 < text.length() ? i + 1 : i);
    }
    return i + 1;
  }

  private int character(String text, int at) {
    int end = at + Character.charCount(text.codePointAt(at));
    parts.add(new Part("", text.substring(at, end)));
    return end;
  }

  /** Applies a word and checks that it does not conflict with others. */
  private void note(String word) {
    if (scientific && !word.equals(EXPONENT)) {
      throw SqlErrorMessage.PATTERN_EXPONENT_NOT_LAST.error();
    }
    switch (word) {
      case "9" -> {
        refuse(bracket, SqlErrorMessage.PATTERN_DIGIT_AFTER_PR, "9");
        if (moves) {
          moved++;
        } else if (pointed) {
          fraction++;
        } else {
          whole++;
        }
      }
      case "0" -> {
        refuse(bracket, SqlErrorMessage.PATTERN_DIGIT_AFTER_PR, "0");
        if (!zero && !pointed) {
          zero = true;
          firstZero = whole;
        }
        if (pointed) {
          fraction++;
        } else {
          whole++;
        }
        zeroEnd = whole + fraction;
      }
      case "D", "." -> {
        refuse(pointed, SqlErrorMessage.PATTERN_DECIMAL_POINTS);
        refuse(moves, SqlErrorMessage.PATTERN_CONFLICT, "\"V\"", "decimal point");
        pointed = true;
      }
      case "V" -> {
        refuse(pointed, SqlErrorMessage.PATTERN_CONFLICT, "\"V\"", "decimal point");
        moves = true;
      }
      case "FM" -> tight = true;
      case "S" -> {
        refuse(anchor != Anchor.NONE, SqlErrorMessage.PATTERN_TWICE, "S");
        refuse(
            plus || minus || bracket,
            SqlErrorMessage.PATTERN_CONFLICT,
            "\"S\"",
            "\"PL\"/\"MI\"/\"SG\"/\"PR\"");
        anchor = pointed ? Anchor.BEHIND : Anchor.BEFORE;
        beforeAnchor = whole;
      }
      case "MI", "PL", "SG" -> {
        refuse(anchor != Anchor.NONE, SqlErrorMessage.PATTERN_CONFLICT, "\"S\"", '"' + word + '"');
        minus |= !word.equals("PL");
        plus |= !word.equals("MI");
      }
      case "PR" -> {
        refuse(
            anchor != Anchor.NONE || plus || minus,
            SqlErrorMessage.PATTERN_CONFLICT,
            "\"PR\"",
            "\"S\"/\"PL\"/\"MI\"/\"SG\"");
        bracket = true;
      }
      case "RN" -> roman = true;
      case "L" -> throw SqlErrorMessage.CURRENCY_PATTERN_UNSUPPORTED.error();
      case EXPONENT -> {
        refuse(scientific, SqlErrorMessage.PATTERN_TWICE, "EEEE");
        refuse(
            tight || anchor != Anchor.NONE || bracket || minus || plus || roman || moves,
            SqlErrorMessage.PATTERN_EXPONENT_CONFLICT);
        scientific = true;
      }
      default -> {}
    }
  }

  private static void refuse(boolean refused, SqlErrorMessage message, Object... arguments) {
    if (refused) {
      throw message.error(arguments);
    }
  }

  /** Digits after the point of a number parsed by this pattern. */
  public int fraction() {
    return fraction;
  }

  /**
   * Parses a number: at most as many digits before and after the point as the pattern has; other
   * characters between them are skipped.
   *
   * @throws MosqlException 0A000 for a pattern that is for formatting only, 22P02 for a text
   *     without digits
   */
  public BigDecimal parse(String text) {
    if (roman || scientific || moves) {
      throw SqlErrorMessage.TO_NUMBER_PATTERN_UNSUPPORTED.error();
    }
    StringBuilder digits = new StringBuilder();
    int before = 0;
    int behind = 0;
    boolean point = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (c == '.' && pointed && !point) {
        point = true;
        digits.append(c);
      } else if (c == '.' && !pointed) {
        break;
      } else if (digit && !point && before < whole) {
        before++;
        digits.append(c);
      } else if (digit && point && behind < fraction) {
        behind++;
        digits.append(c);
      }
    }
    if (before + behind == 0) {
      throw SqlErrorMessage.NUMERIC_TEXT_INVALID.error(text);
    }
    BigDecimal number = new BigDecimal(digits.toString());
    boolean negative = text.indexOf('-') >= 0 || bracket && text.indexOf('<') >= 0;
    return negative ? number.negate() : number;
  }

  public String format(BigDecimal value) {
    return format(value, fraction, RoundingMode.HALF_UP);
  }

  /**
   * Formats a binary number with a limited number of reliable digits: later digits are not written
   * after the point.
   *
   * @param value all its digits: half is rounded to the even digit, as C does it
   */
  public String format(BigDecimal value, int certain) {
    int before = value.movePointRight(moved).setScale(0, RoundingMode.HALF_EVEN).precision();
    return format(
        value,
        scientific ? fraction : Math.max(0, Math.min(certain - before, fraction)),
        RoundingMode.HALF_EVEN);
  }

  private String format(BigDecimal value, int shown, RoundingMode rounding) {
    if (scientific) {
      return NumberForms.scientific(value, shown, rounding);
    }
    return (roman ? new Writer(NumberForms.roman(value, rounding)) : writer(value, shown, rounding))
        .write();
  }

  private Writer writer(BigDecimal value, int shown, RoundingMode rounding) {
    BigDecimal rounded = value.movePointRight(moved).setScale(shown, rounding);
    // C writes the sign of a binary number that is rounded to zero, too
    boolean negative = (rounding == RoundingMode.HALF_EVEN ? value : rounded).signum() < 0;
    String digits = rounded.abs().toPlainString();
    int places = whole + moved;
    int before = shown == 0 ? digits.length() : digits.indexOf('.');
    if (before > places) {
      digits = "#".repeat(places) + "." + "#".repeat(shown);
    }
    return new Writer(digits, Math.max(0, places - before), negative ? '-' : '+', shown);
  }

  /** Formats one number; follows PostgreSQL's implementation step by step. */
  private final class Writer {
    private final StringBuilder out = new StringBuilder();
    private final String number;
    private final int blanks;
    private final char sign;
    private final boolean bracketed;
    private final Anchor anchored;
    private final int lastRelevant;
    private final int shown;
    private final int count;
    private boolean signWritten;
    private int next;
    private int place;
    private boolean within;

    /** Whether the digits are exhausted, so that nothing more is written. */
    private boolean ended;

    /** Formats a Roman number, which has no sign. */
    Writer(String letters) {
      number = letters;
      blanks = 0;
      sign = 0;
      bracketed = false;
      anchored = Anchor.NONE;
      lastRelevant = -1;
      shown = 0;
      count = 0;
    }

    /** Formats a number with the given number of digits after its point. */
    Writer(String number, int blanks, char sign, int shown) {
      this.number = number;
      this.shown = shown;
      this.blanks = blanks;
      this.sign = sign;
      boolean outside = plus || minus;
      bracketed = bracket && (outside || sign == '-' || !tight);
      signWritten = outside ? minus : sign == '+' && tight && anchor == Anchor.NONE;
      anchored =
          !outside && anchor == Anchor.BEFORE && whole + moved == beforeAnchor
              ? Anchor.BEHIND
              : anchor;
      lastRelevant = tight && pointed ? lastRelevant() : -1;
      count = shown + whole + moved - 1 + (!signWritten && blanks == 0 ? 1 : 0);
    }

    /** The last digit that is shown, or the point; -1 without one. */
    private int lastRelevant() {
      int last = number.indexOf('.');
      for (int i = last + 1; last >= 0 && i < number.length(); i++) {
        last = number.charAt(i) == '0' ? last : i;
      }
      return last >= 0 && zeroEnd > blanks
          ? Math.max(last, Math.min(number.length() - 1, zeroEnd - blanks))
          : last;
    }

    private boolean endsWithPoint() {
      return lastRelevant >= 0 && number.charAt(lastRelevant) == '.';
    }

    String write() {
      for (Part part : parts) {
        switch (part.word) {
          case "9", "0", ".", "D" -> digit(part.word.equals("0"));
          case ",", "G" -> {
            if (within) {
              append(',');
            } else if (!tight) {
              append(' ');
            }
          }
          case "RN" -> letters(part.text);
          case "TH" -> ordinal(part.text);
          case "MI" -> blankOr(sign == '-', '-');
          case "PL" -> blankOr(sign == '+', '+');
          case "SG" -> append(sign);
          case "" -> {
            if (!ended) {
              out.append(part.text);
            }
          }
          default -> {}
        }
      }
      return out.toString();
    }

    private void append(char c) {
      ended |= c == 0;
      if (!ended) {
        out.append(c);
      }
    }

    private void blankOr(boolean shown, char shownSign) {
      if (shown) {
        append(shownSign);
      } else if (!tight) {
        append(' ');
      }
    }

    private void letters(String written) {
      String cased = written.startsWith("r") ? number.toLowerCase(Locale.ROOT) : number;
      out.append(" ".repeat(tight ? 0 : NumberForms.ROMAN_PLACES - cased.length())).append(cased);
    }

    private void ordinal(String written) {
      if (!ended && !roman && sign != '-' && !pointed && !number.startsWith("#")) {
        String ending = NumberForms.ordinal(number);
        out.append(written.startsWith("T") ? ending.toUpperCase(Locale.ROOT) : ending);
      }
    }

    /** Whether a zero before the point is left out. */
    private boolean leavesZeroOut() {
      return !zero && next == 0 && number.charAt(0) == '0' && shown != 0;
    }

    private void digit(boolean always) {
      if (roman) {
        return;
      }
      within = false;
      sign();
      if (place < blanks && (!zero || firstZero > place)) {
        if (!tight) {
          append(' ');
        }
      } else if (place < blanks) {
        append('0');
        within = true;
      } else {
        number(always);
      }
      int end = count + (blanks > 0 ? 1 : 0) + (pointed ? 1 : 0);
      if (lastRelevant >= 0 && lastRelevant == next) {
        end = place;
      }
      if (place + 1 == end) {
        if (signWritten && bracketed) {
          append(sign == '+' ? ' ' : '>');
        } else if (anchored == Anchor.BEHIND) {
          append(sign);
        }
      }
      place++;
    }

    /** The sign before the first digit. */
    private void sign() {
      boolean due = place >= blanks || zero && firstZero == place;
      if (signWritten || !due || leavesZeroOut() && !endsWithPoint()) {
        return;
      }
      if (anchored != Anchor.NONE) {
        if (anchored == Anchor.BEFORE) {
          append(sign);
          signWritten = true;
        }
        return;
      }
      signWritten = true;
      if (bracketed) {
        append(sign == '+' ? ' ' : '<');
      } else if (sign == '-') {
        append('-');
      } else if (!tight) {
        append(' ');
      }
    }

    private void number(boolean always) {
      char c = next < number.length() ? number.charAt(next) : 0;
      if (c == '.') {
        append('.');
      } else if (lastRelevant < 0 || next <= lastRelevant || always) {
        if (leavesZeroOut()) {
          if (!tight) {
            append(' ');
          } else if (endsWithPoint()) {
            append('0');
          }
        } else {
          append(c);
          within = true;
        }
      }
      next += c == 0 ? 0 : 1;
    }
  }
}
