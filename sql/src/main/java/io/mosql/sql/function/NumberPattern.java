package io.mosql.sql.function;

import io.mosql.core.error.SqlState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern of PostgreSQL's for numbers: digits {@code 9} and {@code 0}, the point {@code .} or
 * {@code D}, the divider of groups {@code ,} or {@code G}, signs {@code S MI PL SG PR}, {@code FM}
 * against blanks and zeros at the end, and texts. Immutable.
 */
final class NumberPattern {
  private static final int MAX_LENGTH = 1_000;
  private static final String UNSUPPORTED = "V L RN EEEE TH";

  /** Digits, dividers, signs and texts in their order. */
  private final List<Part> parts = new ArrayList<>();

  private boolean fill = true;
  private int whole;
  private int fraction;
  private int firstZero = Integer.MAX_VALUE;
  private int lastZero = -1;
  private boolean pointed;
  private boolean signed;

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
    TEXT
  }

  private record Part(Kind kind, String text) {}

  /**
   * Reads a pattern.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 for what is not supported, 22023 for two
   *     points
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
    return pattern;
  }

  private int read(String text, int at) {
    String upper = text.substring(at).toUpperCase(Locale.ROOT);
    for (String word : UNSUPPORTED.split(" ")) {
      if (upper.startsWith(word)) {
        throw FunctionTable.error(
            SqlState.FEATURE_NOT_SUPPORTED, "\"" + word + "\" in a pattern is not supported");
      }
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

  private int sign(Kind kind, int next) {
    signed = true;
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
    parts.add(new Part(Kind.DIGIT, ""));
  }

  private void point() {
    if (pointed) {
      throw FunctionTable.error(SqlState.INVALID_PARAMETER, "multiple decimal points");
    }
    pointed = true;
    parts.add(new Part(Kind.POINT, "."));
  }

  String format(BigDecimal value) {
    BigDecimal rounded = value.setScale(fraction, RoundingMode.HALF_UP);
    boolean negative = rounded.signum() < 0;
    String digits = rounded.unscaledValue().abs().toString();
    int size = whole + fraction;
    boolean overflow = digits.length() > size && rounded.signum() != 0;
    String all = "0".repeat(Math.max(0, size - digits.length())) + digits;
    String padded = overflow ? "#".repeat(size) : all.substring(all.length() - size);
    return new Writer(padded, negative, first(padded), last(padded)).write();
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
    private int number;
    private boolean signShown;

    Writer(String digits, boolean negative, int first, int last) {
      this.digits = digits;
      this.negative = negative;
      this.first = first;
      this.last = last;
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
          case TEXT -> out.append(part.text);
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
