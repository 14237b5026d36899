package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * An operator before a number that stands for a function, as PostgreSQL's signs for the absolute
 * value, the square root and the cube root do. It binds less than sums.
 */
public final class PrefixMathOperator extends SqlPrefixOperator {
  /** As operators of bits do, between those of comparisons, 30, and of sums, 40. */
  private static final int PRECEDENCE = 34;

  public static final PrefixMathOperator ABSOLUTE = new PrefixMathOperator("@", "ABS");
  public static final PrefixMathOperator SQUARE_ROOT = new PrefixMathOperator("|/", "SQRT");
  public static final PrefixMathOperator CUBE_ROOT = new PrefixMathOperator("||/", "CBRT");

  private final String function;

  private PrefixMathOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, ReturnTypes.ARG0_NULLABLE, null, null);
    this.function = function;
  }

  /** The function that it stands for. */
  public String function() {
    return function;
  }
}
