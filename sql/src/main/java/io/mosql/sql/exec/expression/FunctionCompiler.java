package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.Expression;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Compiles calls of functions by name. Strict ones (NULL in, NULL out) are written as lambdas over
 * their values.
 */
public final class FunctionCompiler {
  private FunctionCompiler() {}

  /** Closure of a call, or null when there is no such function. */
  static @Nullable Expression compile(RexCall call, Expression[] operands) {
    SqlType type = RelTypes.sqlType(call.getType());
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return switch (name) {
      case "NEXTVAL", "CURRVAL", "SETVAL" -> SequenceFunctions.compile(name, operands);
      case "CHECK OPTION" -> checkOption(operands);
      case "SINGLE ROW" -> singleRow(operands);
      case "NEXT NUMBER" -> SequenceFunctions.number(operands);
      case "LASTVAL" -> SequenceFunctions.last();
      case "LAST_INSERT_ID" -> (row, context) -> context.sequences().lastInserted();
      case "PG_GET_SERIAL_SEQUENCE" -> SequenceFunctions.ofColumn(operands);
      case "USER", "CURRENT_USER", "SESSION_USER" -> (row, context) -> context.session().user();
      case "CURRENT_SCHEMA", "SCHEMA" -> (row, context) -> context.session().schema();
      case "CURRENT_CATALOG", "CURRENT_DATABASE", "DATABASE" ->
          (row, context) -> context.session().database();
      case "GREATEST", "GREATEST_PG" -> extreme(operands, 1, type);
      case "LEAST", "LEAST_PG" -> extreme(operands, -1, type);
      case "NVL", "IFNULL" -> ExpressionCompiler.coalesce(operands, type);
      case "LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE", "LIKE NOCASE", "NOT LIKE NOCASE" ->
          LikeMatcher.compile(name, operands);
      case "COLLATE NOCASE", "COLLATE C" -> operands[0];
      case "SIMILAR TO", "NOT SIMILAR TO" ->
          RegexFunctions.similar(operands, name.startsWith("NOT"));
      case "POSIX REGEX CASE SENSITIVE",
          "POSIX REGEX CASE INSENSITIVE",
          "NEGATED POSIX REGEX CASE SENSITIVE",
          "NEGATED POSIX REGEX CASE INSENSITIVE" ->
          RegexFunctions.regex(operands, name.endsWith("INSENSITIVE"), name.startsWith("NEGATED"));
      case "BITWISE AND",
          "BITWISE OR",
          "BITWISE XOR",
          "BITWISE NOT",
          "BITWISE SHIFT LEFT",
          "BITWISE SHIFT RIGHT" ->
          BitFunctions.compile(name, type, operands);
      case "EXCLUSIVE OR" -> strict(operands, v -> (Boolean) v[0] != (boolean) (Boolean) v[1]);
      case "VERSION" -> (row, context) -> "MoSQL " + context.session().version();
      case "RANDOM", "RAND" ->
          (row, context) -> (context.session().random().nextLong() >>> 11) * 0x1.0p-53;
      case "UUID" -> (row, context) -> uuid(context.session().random()).toString();
      case "GEN_RANDOM_UUID" -> (row, context) -> uuid(context.session().random());
      case "JSON_VALUE" -> JsonValueFunction.compile(call, operands);
      case "UNIX_TIMESTAMP" -> TimeZoneFunctions.toSeconds(call, operands);
      case "TIMEZONE" -> TimeZoneFunctions.atZone(call, operands);
      case "FROM_UNIXTIME" -> TimeZoneFunctions.fromSeconds(operands);
      default -> {
        Expression text = ofText(name, call, operands);
        if (text != null) {
          yield text;
        }
        Expression present = CurrentTimeFunctions.compile(name);
        if (present != null) {
          yield present;
        }
        Expression time = DateTimeFunctions.compile(name, call, operands);
        yield time != null ? time : MathFunctions.compile(name, type, operands);
      }
    };
  }

  private static @Nullable Expression ofText(String name, RexCall call, Expression[] operands) {
    Expression text = TextFunctions.compile(name, operands);
    if (text == null || !BinaryStringFunctions.takes(call)) {
      return text;
    }
    Expression bytes = BinaryStringFunctions.compile(name, operands);
    if (bytes != null) {
      BinaryStringFunctions.requireBytes(call);
    }
    if (bytes == null) {
      throw new MosqlException(SqlState.DATATYPE_MISMATCH, "no function " + name + " of bytes");
    }
    return bytes;
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

  /** A random UUID (version 4). */
  private static UUID uuid(RandomSource random) {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The condition of a view for rows that are written through it. */
  private static Expression checkOption(Expression[] operands) {
    return (row, context) -> {
      if (Boolean.TRUE.equals(operands[0].evaluate(row, context))) {
        return true;
      }
      throw new MosqlException(
          SqlState.CHECK_OPTION_VIOLATION,
          "new row violates check option for view \"" + operands[1].evaluate(row, context) + "\"");
    };
  }

  private static Expression singleRow(Expression[] operands) {
    return (row, context) -> {
      if ((Long) Objects.requireNonNull(operands[1].evaluate(row, context)) > 1) {
        throw severalRows();
      }
      return operands[0].evaluate(row, context);
    };
  }

  /** The error of a scalar sub-query that has more than one row. */
  public static MosqlException severalRows() {
    return new MosqlException(
        SqlState.CARDINALITY_VIOLATION, "a scalar sub-query returned more than one row");
  }

  /** A function of values that are not null. */
  @FunctionalInterface
  interface Strict {
    @Nullable Object apply(Object[] values);
  }

  /** NULL if an operand is; all are evaluated, so that an error of one is one of the call. */
  static Expression strict(Expression[] operands, Strict function) {
    return (row, context) -> {
      Object[] values = new Object[operands.length];
      boolean known = true;
      for (int i = 0; i < values.length; i++) {
        Object value = operands[i].evaluate(row, context);
        if (value == null) {
          known = false;
        } else {
          values[i] = value;
        }
      }
      return known ? function.apply(values) : null;
    };
  }

  /** An argument that counts something; beyond int it is as good as the limit of int. */
  static int integer(Object value) {
    long number = ((Number) value).longValue();
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }
}
