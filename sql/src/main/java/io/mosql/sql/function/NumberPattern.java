package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A pattern of PostgreSQL's for numbers: digits {@code 9} and {@code 0}, the point {@code .} or
 * {@code D}, the divider of groups {@code ,} or {@code G}, signs {@code S MI PL SG PR}, {@code FM}
 * against blanks and zeros at the end, {@code V} for a number of so many digits more, {@code TH},
 * {@code RN}, {@code EEEE}, and texts. Immutable.
 */
final class NumberPattern {
  private static final int MAX_LENGTH = 1_000;
  private static final String EXPONENT = "EEEE";

  /** Digits, dividers, signs and texts in their order. */
  private final List<Part> parts = new ArrayList<>();

  private boolean fill = true;
  private int whole;
  private int fraction;
  private int firstZero = Integer.MAX_VALUE;
  private int lastZero = -1;
  private boolean pointed;
  private boolean signed;
  private boolean roman;
  private boolean scientific;

  /** Digits behind V, by which the point is moved; -1 without it. */
  private int moved = -1;

  private NumberPattern() {}

  private enum Kind {
    DIGIT,
    POINT,
    GROUP,
    SIGN,
    MINUS,
    PLUS,
    ANY_SIGN,
    BRACKET,
    ORDINAL,
    ROMAN,
    TEXT
  }

  /** What may stand beside an exponent. */
  private static final Set<Kind> UNSIGNED =
      EnumSet.of(Kind.DIGIT, Kind.POINT, Kind.GROUP, Kind.TEXT);

  private record Part(Kind kind, String text) {}

  /**
   * Reads a pattern.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 for what is not supported, 22023 for what does
   *     not go together
   */
  static NumberPattern of(String text) {
    if (text.length() > MAX_LENGTH) {
      throw FunctionTable.error(SqlState.INVALID_PARAMETER, "the pattern is too long");
    }
    NumberPattern pattern = new NumberPattern();
    int at = 0;
    while (at < text.length()) {
      at = pattern.read(text, at);
    }
    pattern.check();
    return pattern;
  }

  private int read(String text, int at) {
    String upper = text.substring(at).toUpperCase(Locale.ROOT);
    if (scientific && !upper.startsWith("\"")) {
      throw invalid("\"EEEE\" must be the last pattern used");
    }
    if (upper.startsWith(EXPONENT)) {
      scientific = true;
      return at + EXPONENT.length();
    }
    if (upper.startsWith("TH") || upper.startsWith("RN")) {
      roman |= upper.startsWith("RN");
      Kind kind = upper.startsWith("RN") ? Kind.ROMAN : Kind.ORDINAL;
      parts.add(new Part(kind, text.substring(at, at + 2)));
      return at + 2;
    }
    if (upper.startsWith("FM")) {
      fill = false;
      return at + 2;
    }
    if (upper.startsWith("MI")) {
      return sign(Kind.MINUS, at + 2);
    }
    if (upper.startsWith("PL")) {
      return sign(Kind.PLUS, at + 2);
    }
    if (upper.startsWith("SG")) {
      return sign(Kind.ANY_SIGN, at + 2);
    }
    if (upper.startsWith("PR")) {
      return sign(Kind.BRACKET, at + 2);
    }
    switch (upper.charAt(0)) {
      case 'L' ->
          throw FunctionTable.error(
              SqlState.FEATURE_NOT_SUPPORTED, "\"L\" in a pattern is not supported");
      case 'V' -> moved = 0;
      case '9', '0' -> digit(upper.charAt(0));
      case '.', 'D' -> point();
      case ',', 'G' -> parts.add(new Part(Kind.GROUP, ","));
      case 'S' -> sign(Kind.SIGN, at);
      case '"' -> {
        int end = text.indexOf('"', at + 1);
        int last = end < 0 ? text.length() : end;
        parts.add(new Part(Kind.TEXT, text.substring(at + 1, last)));
        return last + 1;
      }
      default -> parts.add(new Part(Kind.TEXT, text.substring(at, at + 1)));
    }
    return at + 1;
  }

  /** What PostgreSQL refuses, too. */
  private void check() {
    if (moved >= 0 && pointed) {
      throw invalid("cannot use \"V\" and decimal point together");
    }
    boolean plain =
        fill && moved < 0 && parts.stream().allMatch(part -> UNSIGNED.contains(part.kind));
    if (scientific && !plain) {
      throw invalid("\"EEEE\" is incompatible with other formats");
    }
  }

  private static MosqlException invalid(String message) {
    return FunctionTable.error(SqlState.INVALID_PARAMETER, message);
  }

  private int sign(Kind kind, int next) {
    // a plus alone stands beside the sign that the number has anyway
    signed |= kind != Kind.PLUS;
    parts.add(new Part(kind, ""));
    return next;
  }

  private void digit(char digit) {
    int number = whole + fraction;
    if (digit == '0') {
      firstZero = Math.min(firstZero, number);
      lastZero = number;
    }
    if (pointed) {
      fraction++;
    } else {
      whole++;
    }
    if (moved >= 0) {
      moved++;
    }
    parts.add(new Part(Kind.DIGIT, ""));
  }

  private void point() {
    if (pointed) {
      throw invalid("multiple decimal points");
    }
    pointed = true;
    parts.add(new Part(Kind.POINT, "."));
  }

  String format(BigDecimal value) {
    if (scientific) {
      return NumberForms.scientific(value, fraction);
    }
    if (roman) {
      return roman(value);
    }
    BigDecimal rounded =
        value.movePointRight(Math.max(0, moved)).setScale(fraction, RoundingMode.HALF_UP);
    boolean negative = rounded.signum() < 0;
    String digits = rounded.unscaledValue().abs().toString();
    int size = whole + fraction;
    boolean overflow = digits.length() > size && rounded.signum() != 0;
    String all = "0".repeat(Math.max(0, size - digits.length())) + digits;
    String padded = overflow ? "#".repeat(size) : all.substring(all.length() - size);
    String ordinal = negative || overflow || pointed ? "" : NumberForms.ordinal(digits);
    return new Writer(padded, negative, first(padded), last(padded), ordinal).write();
  }

  /** Only the letters, and texts. */
  private String roman(BigDecimal value) {
    StringBuilder out = new StringBuilder();
    for (Part part : parts) {
      if (part.kind == Kind.TEXT) {
        out.append(part.text);
      } else if (part.kind == Kind.ROMAN) {
        String letters = NumberForms.roman(value);
        String cased = part.text.startsWith("r") ? letters.toLowerCase(Locale.ROOT) : letters;
        int blanks = fill ? NumberForms.ROMAN_PLACES - cased.length() : 0;
        out.append(" ".repeat(blanks)).append(cased);
      }
    }
    return out.toString();
  }

  /** The number of the first digit that is shown. */
  private int first(String digits) {
    int first = 0;
    while (first < digits.length() && digits.charAt(first) == '0') {
      first++;
    }
    // without digits behind the point a zero is one
    int latest = fraction == 0 ? whole - 1 : whole;
    return Math.max(0, Math.min(Math.min(first, latest), firstZero));
  }

  /** The number of the last digit that is shown. */
  private int last(String digits) {
    int last = digits.length() - 1;
    while (!fill && last >= whole && last > lastZero && digits.charAt(last) == '0') {
      last--;
    }
    return last;
  }

  /** One number being written. */
  private final class Writer {
    private final StringBuilder out = new StringBuilder();
    private final String digits;
    private final boolean negative;
    private final int first;
    private final int last;
    private final String ordinal;
    private int number;
    private boolean signShown;

    Writer(String digits, boolean negative, int first, int last, String ordinal) {
      this.digits = digits;
      this.negative = negative;
      this.first = first;
      this.last = last;
      this.ordinal = ordinal;
    }

    String write() {
      for (Part part : parts) {
        switch (part.kind) {
          case DIGIT -> digit();
          case POINT -> {
            beforeDigit();
            out.append('.');
          }
          case GROUP -> {
            if (number > first) {
              out.append(',');
            } else if (fill) {
              out.append(' ');
            }
          }
          case SIGN -> {
            // before the digits it stands next to them
            if (number > 0) {
              out.append(negative ? '-' : '+');
            }
          }
          case MINUS -> blankOr(negative, '-');
          case PLUS -> blankOr(!negative, '+');
          case ANY_SIGN -> out.append(negative ? '-' : '+');
          case BRACKET -> blankOr(negative, '>');
          case ORDINAL ->
              out.append(part.text.startsWith("T") ? ordinal.toUpperCase(Locale.ROOT) : ordinal);
          case TEXT -> out.append(part.text);
          case ROMAN -> throw new IllegalStateException("a Roman number has no digits");
        }
      }
      return out.toString();
    }

    private void digit() {
      if (number < first) {
        if (fill) {
          out.append(' ');
        }
      } else if (number <= last) {
        beforeDigit();
        out.append(digits.charAt(number));
      }
      number++;
    }

    private void blankOr(boolean shown, char sign) {
      if (shown) {
        out.append(sign);
      } else if (fill) {
        out.append(' ');
      }
    }

    /** The sign that the pattern has before the digits, or has not at all. */
    private void beforeDigit() {
      if (signShown) {
        return;
      }
      signShown = true;
      if (!signed) {
        blankOr(negative, '-');
      } else if (startsWithSign()) {
        out.append(negative ? '-' : '+');
      } else if (has(Kind.BRACKET)) {
        blankOr(negative, '<');
      }
    }

    private boolean startsWithSign() {
      for (Part part : parts) {
        if (part.kind == Kind.SIGN) {
          return true;
        }
        if (part.kind == Kind.DIGIT) {
          return false;
        }
      }
      return false;
    }

    private boolean has(Kind kind) {
      return parts.stream().anyMatch(part -> part.kind == kind);
    }
  }
}
