package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The operator {@code x || y} with the precedence of PostgreSQL's other operators, between
 * comparisons and sums: {@code 'n = ' || 2 + 2} is {@code n = 4}. Calcite's own operator has the
 * precedence of products.
 */
public final class ConcatOperator extends SqlBinaryOperator {
  public static final ConcatOperator INSTANCE = new ConcatOperator();

  /** The precedence of bitwise and JSON operators. */
  private static final int PRECEDENCE = 34;

  private ConcatOperator() {
    super("||", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0_NULLABLE, null, null);
  }
}
