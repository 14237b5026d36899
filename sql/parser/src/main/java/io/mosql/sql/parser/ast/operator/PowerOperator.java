package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The operator {@code x ^ y}, which is POWER(x, y); it binds tighter than products, less than
 * signs.
 */
public final class PowerOperator extends SqlBinaryOperator {
  public static final PowerOperator INSTANCE = new PowerOperator();

  /** Between the precedence of products (60) and of signs (80). */
  private static final int PRECEDENCE = 70;

  private PowerOperator() {
    super("^", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.DOUBLE_NULLABLE, null, null);
  }
}
