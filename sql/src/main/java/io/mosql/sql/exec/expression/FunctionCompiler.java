package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.StandardTypeNames;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Compiles calls of functions by name. */
public final class FunctionCompiler {
  private static final Map<String, Form> FORMS = forms();

  private FunctionCompiler() {}

  /** Compiles the call of a function into a closure. */
  @FunctionalInterface
  private interface Form {
    Expression compile(RexCall call, Expression[] operands);
  }

  private static Map<String, Form> forms() {
    Map<String, Form> all = new HashMap<>();
    context(
        all,
        "USER CURRENT_USER CURRENT_ROLE SESSION_USER",
        (row, context) -> context.session().user());
    context(all, "CURRENT_SCHEMA SCHEMA", (row, context) -> context.session().schema());
    put(all, (call, operands) -> schemas(operands[0]), "CURRENT_SCHEMAS");
    context(
        all,
        "CURRENT_CATALOG CURRENT_DATABASE DATABASE",
        (row, context) -> context.session().database());
    context(all, "VERSION", (row, context) -> "MoSQL " + context.session().version());
    context(
        all,
        "CLOCK_TIMESTAMP",
        (row, context) ->
            DateTimes.local(context.session().clockMicros(), context.session().zone()));
    context(
        all,
        "RANDOM RAND",
        (row, context) -> (context.session().random().nextLong() >>> 11) * 0x1.0p-53);
    context(all, "UUID", (row, context) -> uuid(context.session().random()).toString());
    context(
        all,
        "GEN_RANDOM_UUID UUID_GENERATE_V4",
        (row, context) -> uuid(context.session().random()));
    context(all, "LAST_INSERT_ID", (row, context) -> context.sequences().lastInserted());
    context(all, "PG_BACKEND_PID", (row, context) -> context.session().backendPid());
    put(all, (call, operands) -> typeName(call), "PG_TYPEOF");
    put(all, (call, operands) -> currentSetting(operands), "CURRENT_SETTING");
    put(all, (call, operands) -> setConfig(operands), "SET_CONFIG");
    context(all, "LASTVAL", SequenceFunctions.last());
    Form sequence = (call, operands) -> SequenceFunctions.compile(name(call), operands);
    put(all, sequence, "NEXTVAL", "CURRVAL", "SETVAL");
    put(all, (call, operands) -> SequenceFunctions.number(operands), "NEXT NUMBER");
    put(all, (call, operands) -> SequenceFunctions.ofColumn(operands), "PG_GET_SERIAL_SEQUENCE");
    put(all, (call, operands) -> checkOption(operands), "CHECK OPTION");
    put(all, (call, operands) -> singleRow(operands), "SINGLE ROW");
    put(all, (call, operands) -> extreme(operands, 1, type(call)), "GREATEST", "GREATEST_PG");
    put(all, (call, operands) -> extreme(operands, -1, type(call)), "LEAST", "LEAST_PG");
    put(
        all,
        (call, operands) -> ExpressionCompiler.coalesce(operands, type(call)),
        "NVL",
        "IFNULL");
    Form like = (call, operands) -> LikeMatcher.compile(name(call), operands);
    put(all, like, "LIKE", "ILIKE", "LIKE NOCASE", "NOT LIKE", "NOT ILIKE", "NOT LIKE NOCASE");
    put(all, (call, operands) -> operands[0], "COLLATE NOCASE", "COLLATE C");
    put(all, JsonValueFunction::compile, "JSON_VALUE");
    return Map.copyOf(all);
  }

  private static void context(Map<String, Form> all, String names, Expression expression) {
    put(all, (call, operands) -> expression, names.split(" "));
  }

  private static void put(Map<String, Form> all, Form form, String... names) {
    for (String name : names) {
      all.put(name, form);
    }
  }

  /** The type of the operand by PostgreSQL's name. */
  private static Expression typeName(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType type = operand.getType();
    boolean text = operand instanceof RexLiteral && SqlTypeUtil.isCharacter(type);
    String name =
        type.getSqlTypeName() == SqlTypeName.NULL || text
            ? "unknown"
            : JsonType.is(type) ? "json" : StandardTypeNames.of(RelTypes.sqlType(type));
    return (row, context) -> name;
  }

  private static Expression currentSetting(Expression[] operands) {
    return (row, context) -> {
      Object name = operands[0].evaluate(row, context);
      Object missingOk = operands.length < 2 ? Boolean.FALSE : operands[1].evaluate(row, context);
      if (name == null || missingOk == null) {
        return null;
      }
      String setting = name.toString().toLowerCase(Locale.ROOT);
      String value = context.session().setting(setting);
      if (value == null && !(Boolean) missingOk) {
        throw SqlErrorMessage.UNDEFINED_SETTING.error(setting);
      }
      return value;
    };
  }

  private static Expression setConfig(Expression[] operands) {
    return (row, context) -> {
      Object name = operands[0].evaluate(row, context);
      Object value = operands[1].evaluate(row, context);
      if (name == null) {
        throw SqlErrorMessage.SETTING_NAME_NULL.error();
      }
      boolean local = Boolean.TRUE.equals(operands[2].evaluate(row, context));
      return context
          .session()
          .setSetting(
              name.toString().toLowerCase(Locale.ROOT),
              value == null ? null : value.toString(),
              local);
    };
  }

  private static String name(RexCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }

  private static SqlType type(RexCall call) {
    return RelTypes.sqlType(call.getType());
  }

  /** Returns the closure of a call, or null when the function is not one of these. */
  static @Nullable Expression compile(RexCall call, Expression[] operands) {
    Form form = FORMS.get(name(call));
    return form == null ? null : form.compile(call, operands);
  }

  /** The greatest (1) or least (-1) operand that is not NULL. */
  private static Expression extreme(Expression[] operands, int sign, SqlType type) {
    return (row, context) -> {
      Object best = null;
      for (Expression operand : operands) {
        Object value = operand.evaluate(row, context);
        if (value != null
            && (best == null
                || sign * ValueComparisons.compare(type.collation(), value, best) > 0)) {
          best = value;
        }
      }
      return ExpressionCompiler.aligned(best, type);
    };
  }

  /**
   * The schemas that are searched for names: with pg_catalog first where implicit ones are asked.
   */
  private static Expression schemas(Expression implicit) {
    return (row, context) -> {
      List<String> names = new ArrayList<>();
      if (Boolean.TRUE.equals(implicit.evaluate(row, context))) {
        names.add("pg_catalog");
      }
      names.add(context.session().schema());
      return SqlArray.of(SqlType.TEXT, names);
    };
  }

  /** A random UUID (version 4). */
  private static UUID uuid(RandomSource random) {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The condition of WITH CHECK OPTION of a view for rows that are written through it. */
  private static Expression checkOption(Expression[] operands) {
    return (row, context) -> {
      if (Boolean.TRUE.equals(operands[0].evaluate(row, context))) {
        return true;
      }
      throw SqlErrorMessage.CHECK_OPTION_VIOLATED.error(operands[1].evaluate(row, context));
    };
  }

  private static Expression singleRow(Expression[] operands) {
    return (row, context) -> {
      // a NULL of an outer join is no row
      if (operands[1].evaluate(row, context) instanceof Long count && count > 1) {
        throw severalRows();
      }
      return operands[0].evaluate(row, context);
    };
  }

  /** The error of a scalar sub-query that has more than one row. */
  public static MosqlException severalRows() {
    return SqlErrorMessage.SUBQUERY_OF_SEVERAL_ROWS.error();
  }
}
