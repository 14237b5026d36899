package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * {@code x || y}, which binds more tightly than comparisons and less than sums, as PostgreSQL's
 * operators without a precedence of their own do: {@code 'n = ' || 2 + 2} is {@code n = 4}.
 * Calcite's binds as products do.
 */
public final class ConcatOperator extends SqlBinaryOperator {
  public static final ConcatOperator INSTANCE = new ConcatOperator();

  /** As operators of bits and of JSON. */
  private static final int PRECEDENCE = 34;

  private ConcatOperator() {
    super("||", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0_NULLABLE, null, null);
  }
}
