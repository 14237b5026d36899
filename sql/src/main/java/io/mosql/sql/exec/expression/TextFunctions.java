package io.mosql.sql.exec.expression;

import static io.mosql.sql.exec.expression.FunctionCompiler.integer;
import static io.mosql.sql.exec.expression.FunctionCompiler.strict;

import io.mosql.core.type.Collation;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.TextLength;
import io.mosql.sql.function.TextSearch;
import io.mosql.sql.function.Texts;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/** Functions of text. */
final class TextFunctions {
  private TextFunctions() {}

  static @Nullable Expression compile(String name, Expression[] operands) {
    return switch (name) {
      case "UPPER" -> strict(operands, v -> Texts.upper(text(v[0])));
      case "LOWER" -> strict(operands, v -> Texts.lower(text(v[0])));
      case "NOCASE" -> strict(operands, v -> Collation.NOCASE.key(text(v[0])));
      case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH" ->
          strict(operands, v -> Texts.length(text(v[0])));
      case "OCTET_LENGTH" ->
          strict(
              operands, v -> text(v[0]).getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
      case "||", "CONCAT2" ->
          strict(
              operands,
              v ->
                  limited(
                      text(v[0]).length() + (long) text(v[1]).length(),
                      () -> text(v[0]).concat(text(v[1]))));
      case "SUBSTRING" ->
          strict(
              operands,
              v ->
                  Texts.substring(
                      text(v[0]), integer(v[1]), v.length == 2 ? Texts.ALL : integer(v[2])));
      case "TRIM" -> trim(operands);
      case "POSITION" ->
          strict(
              operands,
              v -> Texts.position(text(v[0]), text(v[1]), v.length > 2 ? integer(v[2]) : 1));
      case "REPLACE" -> strict(operands, v -> replace(text(v[0]), text(v[1]), text(v[2])));
      case "INITCAP" -> strict(operands, v -> Texts.capitalized(text(v[0])));
      case "REVERSE" -> strict(operands, v -> SqlFunctions.reverse(text(v[0])));
      case "REPEAT" ->
          strict(
              operands,
              v -> {
                int times = Math.max(0, integer(v[1]));
                return limited((long) times * text(v[0]).length(), () -> text(v[0]).repeat(times));
              });
      case "LPAD", "RPAD" -> pad(name, operands);
      case "OVERLAY" ->
          strict(
              operands,
              v ->
                  Texts.overlay(
                      text(v[0]),
                      text(v[1]),
                      integer(v[2]),
                      v.length == 3 ? Texts.length(text(v[1])) : integer(v[3])));
      default -> null;
    };
  }

  private static String replace(String text, String from, String to) {
    if (from.isEmpty()) {
      return text;
    }
    long grown = (long) (text.length() / from.length()) * to.length() + text.length();
    return limited(
        to.length() <= from.length() ? 0 : grown, () -> TextSearch.replace(text, from, to));
  }

  private static Expression pad(String name, Expression[] operands) {
    return strict(
        operands,
        v -> {
          int length = integer(v[1]);
          String fill = v.length > 2 ? text(v[2]) : " ";
          return limited(length, () -> Texts.pad(text(v[0]), length, fill, name.equals("LPAD")));
        });
  }

  private static String limited(long length, java.util.function.Supplier<String> make) {
    TextLength.check(length);
    return make.get();
  }

  private static Expression trim(Expression[] operands) {
    return strict(
        operands,
        v -> {
          if (v.length == 1) {
            return Texts.trim(text(v[0]), " ", true, true);
          }
          SqlTrimFunction.Flag flag = (SqlTrimFunction.Flag) v[0];
          boolean left = flag != SqlTrimFunction.Flag.TRAILING;
          boolean right = flag != SqlTrimFunction.Flag.LEADING;
          return Texts.trim(text(v[2]), text(v[1]), left, right);
        });
  }

  private static String text(Object value) {
    return value instanceof String string ? string : value.toString();
  }
}
