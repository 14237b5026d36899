package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.StandardMathLibrary.integer;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Collation;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.text.BinaryStrings;
import io.mosql.sql.function.text.CodePoints;
import io.mosql.sql.function.text.RegexMatcher;
import io.mosql.sql.function.text.TextLengthLimit;
import io.mosql.sql.function.text.TextSearch;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/** Text and binary string functions of the SQL standard, and the pattern matching operators. */
public final class StandardTextLibrary {
  private StandardTextLibrary() {}

  public static void define(FunctionDefinitions all) {
    text(all, "UPPER", v -> CodePoints.upper(text(v, 0)));
    text(all, "LOWER", v -> CodePoints.lower(text(v, 0)));
    text(all, "NOCASE", v -> Collation.NOCASE.key(text(v, 0)));
    text(all, "INITCAP", v -> CodePoints.initCap(text(v, 0)));
    text(all, "REVERSE", v -> reversed(text(v, 0)));
    text(all, "TRIM", StandardTextLibrary::trimmed);
    text(all, "REPLACE", v -> replaced(text(v, 0), text(v, 1), text(v, 2)));
    text(all, "REPEAT", v -> repeated(text(v, 0), Math.max(0, integer(v, 1))));
    text(all, "LPAD", v -> padded(v, true));
    text(all, "RPAD", v -> padded(v, false));
    textOrBytes(
        all,
        "CHAR_LENGTH,CHARACTER_LENGTH,LENGTH",
        v -> CodePoints.length(text(v, 0)),
        v -> bytes(v, 0).length);
    textOrBytes(
        all,
        "OCTET_LENGTH",
        v -> text(v, 0).getBytes(StandardCharsets.UTF_8).length,
        v -> bytes(v, 0).length);
    textOrBytes(
        all,
        "||,CONCAT2",
        v -> joined(text(v, 0), text(v, 1)),
        v -> BinaryStrings.joined(bytes(v, 0), bytes(v, 1)));
    textOrBytes(
        all,
        "SUBSTRING",
        v -> CodePoints.substring(text(v, 0), integer(v, 1), integer(v, 2, CodePoints.ALL)),
        v -> BinaryStrings.substring(bytes(v, 0), integer(v, 1), integer(v, 2, CodePoints.ALL)));
    textOrBytes(
        all,
        "POSITION",
        v -> CodePoints.position(text(v, 0), text(v, 1), integer(v, 2, 1)),
        v -> BinaryStrings.position(bytes(v, 0), bytes(v, 1), integer(v, 2, 1)));
    textOrBytes(
        all,
        "OVERLAY",
        v ->
            CodePoints.overlay(
                text(v, 0),
                text(v, 1),
                integer(v, 2),
                integer(v, 3, CodePoints.length(text(v, 1)))),
        v ->
            BinaryStrings.overlay(
                bytes(v, 0), bytes(v, 1), integer(v, 2), integer(v, 3, bytes(v, 1).length)));
    for (boolean negated : new boolean[] {false, true}) {
      all.typed(negated ? "NOT SIMILAR TO" : "SIMILAR TO", call -> similar(negated));
      String regex = (negated ? "NEGATED " : "") + "POSIX REGEX CASE ";
      all.typed(regex + "SENSITIVE", call -> regex(false, negated));
      all.typed(regex + "INSENSITIVE", call -> regex(true, negated));
    }
  }

  private static void text(FunctionDefinitions all, String names, ScalarFunction.Body body) {
    textOrBytes(all, names, body, null);
  }

  private static void textOrBytes(
      FunctionDefinitions all,
      String names,
      ScalarFunction.Body ofTexts,
      ScalarFunction.@Nullable Body ofBytes) {
    all.typed(names, call -> takesBytes(call) ? requireBytes(call, ofBytes) : ofTexts);
  }

  private static boolean takesBytes(RexCall call) {
    return call.getOperands().stream()
        .anyMatch(operand -> RelTypes.sqlType(operand.getType()).kind().isBytes());
  }

  /**
   * Requires binary operands only; a NULL literal has any type.
   *
   * @throws MosqlException 42804
   */
  private static ScalarFunction.Body requireBytes(
      RexCall call, ScalarFunction.@Nullable Body ofBytes) {
    String name = call.getOperator().getName();
    if (ofBytes == null) {
      throw SqlErrorMessage.FUNCTION_OF_BYTES.error(name.toUpperCase(Locale.ROOT));
    }
    for (RexNode operand : call.getOperands()) {
      if (!RexUtil.isNullLiteral(operand, true)
          && RelTypes.sqlType(operand.getType()).kind().isText()) {
        throw SqlErrorMessage.BYTES_WITH_TEXT.error(name);
      }
    }
    return ofBytes;
  }

  private static String text(@Nullable Object[] v, int index) {
    return Objects.requireNonNull(v[index]).toString();
  }

  private static byte[] bytes(@Nullable Object[] v, int index) {
    return (byte[]) Objects.requireNonNull(v[index]);
  }

  private static String joined(String a, String b) {
    TextLengthLimit.check((long) a.length() + b.length());
    return a.concat(b);
  }

  private static String repeated(String text, int times) {
    TextLengthLimit.check((long) times * text.length());
    return text.repeat(times);
  }

  private static String reversed(String text) {
    TextLengthLimit.check(text.length());
    return SqlFunctions.reverse(text);
  }

  private static String replaced(String text, String from, String to) {
    if (from.isEmpty()) {
      return text;
    }
    if (to.length() > from.length()) {
      TextLengthLimit.check((long) (text.length() / from.length()) * to.length() + text.length());
    }
    return TextSearch.replace(text, from, to);
  }

  private static String padded(@Nullable Object[] v, boolean left) {
    return CodePoints.pad(text(v, 0), integer(v, 1), v.length > 2 ? text(v, 2) : " ", left);
  }

  /** Trims blanks, or given characters, at the ends that a flag selects. */
  private static String trimmed(@Nullable Object[] v) {
    return v.length == 1
        ? CodePoints.trim(text(v, 0), " ", true, true)
        : CodePoints.trim(
            text(v, 2),
            text(v, 1),
            v[0] != SqlTrimFunction.Flag.TRAILING,
            v[0] != SqlTrimFunction.Flag.LEADING);
  }

  private static ScalarFunction.Body similar(boolean negated) {
    RegexMatcher regexes = new RegexMatcher();
    return v ->
        regexes.isSimilar(text(v, 0), text(v, 1), v.length > 2 ? text(v, 2) : "\\") != negated;
  }

  /** The operators {@code ~}, {@code ~*} and their negations. */
  private static ScalarFunction.Body regex(boolean ignoreCase, boolean negated) {
    RegexMatcher regexes = new RegexMatcher();
    return v -> regexes.matchesPart(text(v, 0), text(v, 1), ignoreCase) != negated;
  }
}
