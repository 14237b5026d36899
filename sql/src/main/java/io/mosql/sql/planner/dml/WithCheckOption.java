package io.mosql.sql.planner.dml;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The WITH CHECK OPTION of a view as a check of rows written through it: error 44000 with the
 * view's name unless the condition is true. Unlike a CHECK, it also fails when the condition is
 * NULL.
 */
final class WithCheckOption {
  private static final SqlFunction FUNCTION =
      SqlBasicFunction.create(
              "CHECK OPTION",
              ReturnTypes.BOOLEAN_NOT_NULL,
              OperandTypes.VARIADIC,
              SqlFunctionCategory.SYSTEM)
          .withDeterministic(false);

  private WithCheckOption() {}

  static RexNode of(RexNode condition, String view, RexBuilder rex) {
    return rex.makeCall(FUNCTION, List.of(condition, rex.makeLiteral(view)));
  }
}
