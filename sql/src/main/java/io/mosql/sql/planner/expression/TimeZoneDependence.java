package io.mosql.sql.planner.expression;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/**
 * Decides whether the value of an expression may depend on the session's time zone: it does when it
 * converts from or to a TIMESTAMP WITH TIME ZONE without naming a zone. Values that are only
 * compared or returned do not depend on the zone. Pure.
 */
public final class TimeZoneDependence {
  /**
   * Functions that use the zone although neither their operand types nor their result type show it.
   */
  private static final Set<String> HIDDEN = Set.of("from_unixtime", "unix_timestamp");

  private TimeZoneDependence() {}

  public static boolean dependsOnTimeZone(RexNode expression) {
    try {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
              if (usesZone(call)) {
                throw new Util.FoundOne(call);
              }
              return super.visitCall(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  private static boolean usesZone(RexCall call) {
    if (HIDDEN.contains(name(call))) {
      return true;
    }
    boolean moments =
        isMoment(call) || call.getOperands().stream().anyMatch(TimeZoneDependence::isMoment);
    return moments && !passesThrough(call) && !namesZone(call);
  }

  private static boolean isMoment(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean passesThrough(RexCall call) {
    return switch (call.getKind()) {
      case CASE, COALESCE, IS_NULL, IS_NOT_NULL, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> true;
      case CAST ->
          call.getOperands().stream().allMatch(TimeZoneDependence::isMoment) && isMoment(call);
      default -> SqlKind.COMPARISON.contains(call.getKind());
    };
  }

  private static boolean namesZone(RexCall call) {
    return name(call).equals("timezone");
  }

  private static String name(RexCall call) {
    return call.getOperator().getName().toLowerCase(Locale.ROOT);
  }
}
