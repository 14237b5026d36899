package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A prefix operator on a number: PostgreSQL's operators for the absolute value, the square root and
 * the cube root. It binds less tightly than sums; the planner replaces it by a function.
 */
public final class PrefixMathOperator extends SqlPrefixOperator {
  /** The precedence of bitwise operators, between comparisons (30) and sums (40). */
  private static final int PRECEDENCE = 34;

  public static final PrefixMathOperator ABSOLUTE = new PrefixMathOperator("@", "ABS");
  public static final PrefixMathOperator SQUARE_ROOT = new PrefixMathOperator("|/", "SQRT");
  public static final PrefixMathOperator CUBE_ROOT = new PrefixMathOperator("||/", "CBRT");

  private final String function;

  private PrefixMathOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, ReturnTypes.ARG0_NULLABLE, null, null);
    this.function = function;
  }

  /** Returns the name of the function that replaces it. */
  public String function() {
    return function;
  }
}
