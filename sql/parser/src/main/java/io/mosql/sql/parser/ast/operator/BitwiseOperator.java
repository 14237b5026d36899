package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A bitwise operator on integers, with PostgreSQL's precedence between comparisons and sums: {@code
 * & | # << >>}. The planner replaces it by a function.
 */
public final class BitwiseOperator extends SqlBinaryOperator {
  /** Between the precedence of comparisons (30) and of sums (40). */
  private static final int PRECEDENCE = 34;

  public static final BitwiseOperator AND = new BitwiseOperator("&", "BITWISE AND");
  public static final BitwiseOperator OR = new BitwiseOperator("|", "BITWISE OR");
  public static final BitwiseOperator XOR = new BitwiseOperator("#", "BITWISE XOR");
  public static final BitwiseOperator LEFT = new BitwiseOperator("<<", "BITWISE SHIFT LEFT");
  public static final BitwiseOperator RIGHT = new BitwiseOperator(">>", "BITWISE SHIFT RIGHT");

  /** The operator {@code ~ x}, with the precedence of the others. */
  public static final SqlPrefixOperator NOT =
      new SqlPrefixOperator("~", SqlKind.OTHER, PRECEDENCE, ReturnTypes.ARG0_NULLABLE, null, null);

  private final String function;

  private BitwiseOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0_NULLABLE, null, null);
    this.function = function;
  }

  /** Returns the name of the function that replaces it. */
  public String function() {
    return function;
  }
}
