package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * An operator before a number that stands for a function, as PostgreSQL's signs for the absolute
 * value, the square root and the cube root do. It binds less than sums.
 */
public final class MathOperator extends SqlPrefixOperator {
  /** As operators of bits do, between those of comparisons, 30, and of sums, 40. */
  private static final int PRECEDENCE = 34;

  public static final MathOperator ABSOLUTE = new MathOperator("@", "ABS");
  public static final MathOperator SQUARE_ROOT = new MathOperator("|/", "SQRT");
  public static final MathOperator CUBE_ROOT = new MathOperator("||/", "CBRT");

  private final String function;

  private MathOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, ReturnTypes.ARG0_NULLABLE, null, null);
    this.function = function;
  }

  /** The function that it stands for. */
  public String function() {
    return function;
  }
}
