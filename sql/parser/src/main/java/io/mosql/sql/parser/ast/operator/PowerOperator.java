package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/** {@code x ^ y}, which binds more tightly than products and less than signs; it is POWER(x, y). */
public final class PowerOperator extends SqlBinaryOperator {
  public static final PowerOperator INSTANCE = new PowerOperator();

  /** Between those of products, 60, and of signs, 80. */
  private static final int PRECEDENCE = 70;

  private PowerOperator() {
    super("^", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.DOUBLE_NULLABLE, null, null);
  }
}
