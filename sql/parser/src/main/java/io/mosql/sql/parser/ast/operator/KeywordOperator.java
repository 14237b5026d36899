package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A keyword operator of MySQL: {@code DIV}, {@code XOR}, {@code REGEXP} and {@code NOT REGEXP}. The
 * planner replaces it by a function.
 */
public final class KeywordOperator extends SqlBinaryOperator {
  /** Has the precedence of products. */
  public static final KeywordOperator DIV = new KeywordOperator("DIV", 60, 61);

  /** Has a precedence between those of OR (22 and 23) and of AND (24 and 25); associative. */
  public static final KeywordOperator XOR = new KeywordOperator("XOR", 24, 23);

  /** Has the precedence of LIKE. */
  public static final KeywordOperator REGEXP = new KeywordOperator("REGEXP", 32, 33);

  public static final KeywordOperator NOT_REGEXP = new KeywordOperator("NOT REGEXP", 32, 33);

  private final int leftPrecedence;
  private final int rightPrecedence;

  private KeywordOperator(String name, int leftPrecedence, int rightPrecedence) {
    super(name, SqlKind.OTHER, leftPrecedence, true, ReturnTypes.BOOLEAN_NULLABLE, null, null);
    this.leftPrecedence = leftPrecedence;
    this.rightPrecedence = rightPrecedence;
  }

  @Override
  public int getLeftPrec() {
    return leftPrecedence;
  }

  @Override
  public int getRightPrec() {
    return rightPrecedence;
  }
}
