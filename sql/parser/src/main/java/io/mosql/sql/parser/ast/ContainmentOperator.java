package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/** {@code x @> y}: whether JSON contains other JSON; {@code x <@ y} the other way round. */
public final class ContainmentOperator extends SqlBinaryOperator {
  /** Between those of comparisons, 30, and of sums, 40. */
  private static final int PRECEDENCE = 34;

  public static final ContainmentOperator CONTAINS =
      new ContainmentOperator("@>", "JSONB_CONTAINS");
  public static final ContainmentOperator CONTAINED =
      new ContainmentOperator("<@", "JSONB_CONTAINED");

  private final String function;

  private ContainmentOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.BOOLEAN_NULLABLE, null, null);
    this.function = function;
  }

  /** The function that it stands for, in upper case. */
  public String function() {
    return function;
  }
}
