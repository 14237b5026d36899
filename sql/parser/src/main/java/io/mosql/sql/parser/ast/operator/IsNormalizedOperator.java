package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The operator {@code x IS [NOT] [NFC | NFD | NFKC | NFKD] NORMALIZED}; the planner replaces it by
 * a function.
 */
public final class IsNormalizedOperator extends SqlPostfixOperator {
  /** The precedence of IS NULL. */
  private static final int PRECEDENCE = 28;

  private final boolean negated;
  private final String form;

  /**
   * Creates the operator.
   *
   * @param form in upper case
   */
  public IsNormalizedOperator(boolean negated, String form) {
    super(
        "IS " + (negated ? "NOT " : "") + form + " NORMALIZED",
        SqlKind.OTHER,
        PRECEDENCE,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        null);
    this.negated = negated;
    this.form = form;
  }

  public boolean negated() {
    return negated;
  }

  public String form() {
    return form;
  }
}
