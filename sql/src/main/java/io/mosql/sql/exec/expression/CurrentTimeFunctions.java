package io.mosql.sql.exec.expression;

import io.mosql.core.type.DateTimes;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the current date and time, in the session's time zone: at the start of the
 * transaction, of the statement, or now.
 */
final class CurrentTimeFunctions {
  private static final String UNIX_TIMESTAMP = "UNIX_TIMESTAMP";
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Functions whose time is fixed when the statement begins. */
  private static final Map<String, Expression> FIXED = fixed();

  private CurrentTimeFunctions() {}

  private static Map<String, Expression> fixed() {
    Map<String, Expression> all = new HashMap<>();
    for (String name : "CURRENT_TIMESTAMP LOCALTIMESTAMP NOW TRANSACTION_TIMESTAMP".split(" ")) {
      all.put(name, (row, context) -> local(context));
    }
    for (String name : "CURRENT_DATE CURDATE".split(" ")) {
      all.put(name, (row, context) -> (int) Math.floorDiv(local(context), MICROS_PER_DAY));
    }
    for (String name : "CURRENT_TIME LOCALTIME CURTIME".split(" ")) {
      all.put(name, (row, context) -> Math.floorMod(local(context), MICROS_PER_DAY));
    }
    all.put(
        "STATEMENT_TIMESTAMP",
        (row, context) -> DateTimes.local(context.statementMicros(), zone(context)));
    all.put(
        UNIX_TIMESTAMP,
        (row, context) -> Math.floorDiv(context.transactionMicros(), MICROS_PER_SECOND));
    return Map.copyOf(all);
  }

  /** The function of a call, or null when its time is not fixed at the start of the statement. */
  static @Nullable Expression compile(RexCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    // with an argument, UNIX_TIMESTAMP does not read the current time
    return name.equals(UNIX_TIMESTAMP) && !call.getOperands().isEmpty() ? null : FIXED.get(name);
  }

  private static long local(ExecutionContext context) {
    return DateTimes.local(context.transactionMicros(), zone(context));
  }

  private static ZoneId zone(ExecutionContext context) {
    return context.session().zone();
  }
}
