package io.mosql.sql.exec.expression;

import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.Regexes;

/** SIMILAR TO and the regular expression operators. */
final class RegexFunctions {
  private RegexFunctions() {}

  static Expression similar(Expression[] operands, boolean negated) {
    Regexes regexes = new Regexes();
    return (row, context) -> {
      Object text = operands[0].evaluate(row, context);
      Object pattern = operands[1].evaluate(row, context);
      Object escape = operands.length > 2 ? operands[2].evaluate(row, context) : "\\";
      return text == null || pattern == null || escape == null
          ? null
          : regexes.isSimilar((String) text, (String) pattern, (String) escape) != negated;
    };
  }

  /** The operators {@code ~}, {@code ~*} and what negates them. */
  static Expression regex(Expression[] operands, boolean ignoreCase, boolean negated) {
    Regexes regexes = new Regexes();
    return (row, context) -> {
      Object text = operands[0].evaluate(row, context);
      Object pattern = operands[1].evaluate(row, context);
      return text == null || pattern == null
          ? null
          : regexes.finds((String) text, (String) pattern, ignoreCase) != negated;
    };
  }
}
