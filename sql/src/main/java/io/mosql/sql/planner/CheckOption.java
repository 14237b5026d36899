package io.mosql.sql.planner;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The condition of a view as a check of rows that are written through it: true, or else 44000 with
 * the view's name. Other than a CHECK it fails for what is not known.
 */
final class CheckOption {
  private static final SqlFunction FUNCTION =
      SqlBasicFunction.create(
              "CHECK OPTION",
              ReturnTypes.BOOLEAN_NOT_NULL,
              OperandTypes.VARIADIC,
              SqlFunctionCategory.SYSTEM)
          .withDeterministic(false);

  private CheckOption() {}

  static RexNode of(RexNode condition, String view, RexBuilder rex) {
    return rex.makeCall(FUNCTION, List.of(condition, rex.makeLiteral(view)));
  }
}
