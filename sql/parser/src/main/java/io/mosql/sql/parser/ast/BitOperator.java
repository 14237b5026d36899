package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * An operator of the bits of integers that binds more tightly than comparisons and less than sums,
 * as PostgreSQL's do: {@code & | # << >>}. It stands for a function.
 */
public final class BitOperator extends SqlBinaryOperator {
  /** Between those of comparisons, 30, and of sums, 40. */
  private static final int PRECEDENCE = 34;

  public static final BitOperator AND = new BitOperator("&", "BITWISE AND");
  public static final BitOperator OR = new BitOperator("|", "BITWISE OR");
  public static final BitOperator XOR = new BitOperator("#", "BITWISE XOR");
  public static final BitOperator LEFT = new BitOperator("<<", "BITWISE SHIFT LEFT");
  public static final BitOperator RIGHT = new BitOperator(">>", "BITWISE SHIFT RIGHT");

  /** {@code ~ x}, which binds as the others do. */
  public static final SqlPrefixOperator NOT =
      new SqlPrefixOperator("~", SqlKind.OTHER, PRECEDENCE, ReturnTypes.ARG0_NULLABLE, null, null);

  private final String function;

  private BitOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0_NULLABLE, null, null);
    this.function = function;
  }

  /** The function that it stands for. */
  public String function() {
    return function;
  }
}
