package io.mosql.sql.exec.expression;

import io.mosql.core.type.DateTimes;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the current date and time, in the session's time zone: at the start of the
 * transaction, of the statement, or now. of the transaction, of the statement, or of the clock.
 */
final class CurrentTimeFunctions {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Those whose time is fixed when the statement begins. */
  private static final Set<String> FIXED =
      Set.of(
          "CURRENT_TIMESTAMP",
          "LOCALTIMESTAMP",
          "NOW",
          "TRANSACTION_TIMESTAMP",
          "STATEMENT_TIMESTAMP",
          "CURRENT_DATE",
          "CURDATE",
          "CURRENT_TIME",
          "LOCALTIME",
          "CURTIME",
          "UNIX_TIMESTAMP");

  private CurrentTimeFunctions() {}

  /** Whether the call needs to know when its statement began. */
  static boolean usesStatementTime(RexCall call) {
    return FIXED.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
  }

  /** The function of a name, or null when it does not tell the time. */
  static @Nullable Expression compile(String name) {
    return switch (name) {
      case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "NOW", "TRANSACTION_TIMESTAMP" ->
          (row, context) -> local(context);
      case "STATEMENT_TIMESTAMP" ->
          (row, context) -> DateTimes.local(context.statementMicros(), zone(context));
      case "CLOCK_TIMESTAMP" ->
          (row, context) -> DateTimes.local(context.session().clockMicros(), zone(context));
      case "CURRENT_DATE", "CURDATE" ->
          (row, context) -> (int) Math.floorDiv(local(context), MICROS_PER_DAY);
      case "CURRENT_TIME", "LOCALTIME", "CURTIME" ->
          (row, context) -> Math.floorMod(local(context), MICROS_PER_DAY);
      default -> null;
    };
  }

  private static long local(ExecutionContext context) {
    return DateTimes.local(context.transactionMicros(), zone(context));
  }

  private static ZoneId zone(ExecutionContext context) {
    return context.session().zone();
  }
}
