package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/**
 * The bounds of a slice, {@code lower:upper}, as the subscript of an array: its operands are those
 * of the bounds that are given. The planner replaces subscripts by functions.
 */
public final class SliceOperator extends SqlSpecialOperator {
  public static final SliceOperator BETWEEN = new SliceOperator(true, true);
  public static final SliceOperator FROM = new SliceOperator(true, false);
  public static final SliceOperator TO = new SliceOperator(false, true);
  public static final SliceOperator WHOLE = new SliceOperator(false, false);

  private final boolean lower;
  private final boolean upper;

  private SliceOperator(boolean lower, boolean upper) {
    super((lower ? "from" : "") + ":" + (upper ? "to" : ""), SqlKind.OTHER);
    this.lower = lower;
    this.upper = upper;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    if (lower) {
      call.operand(0).unparse(writer, 0, 0);
    }
    writer.literal(":");
    if (upper) {
      call.operand(lower ? 1 : 0).unparse(writer, 0, 0);
    }
  }

  /** Whether the lower bound is given; else it is that of the array. */
  public boolean hasLower() {
    return lower;
  }

  /** Whether the upper bound is given; else it is that of the array. */
  public boolean hasUpper() {
    return upper;
  }
}
