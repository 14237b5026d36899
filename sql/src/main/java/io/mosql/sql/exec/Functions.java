package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.plan.RelTypes;
import java.util.Locale;
import java.util.UUID;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/** Functions by name. Strict ones (NULL in, NULL out) are written as lambdas over their values. */
final class Functions {
  private Functions() {}

  /** Closure of a call, or null when there is no such function. */
  static @Nullable Expression compile(RexCall call, Expression[] operands) {
    SqlType type = RelTypes.sqlType(call.getType());
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return switch (name) {
      case "NEXTVAL", "CURRVAL", "SETVAL" -> sequence(name, operands);
      case "USER", "CURRENT_USER", "SESSION_USER" -> (row, context) -> context.session().user();
      case "CURRENT_SCHEMA", "SCHEMA" -> (row, context) -> context.session().schema();
      case "CURRENT_CATALOG", "CURRENT_DATABASE", "DATABASE" ->
          (row, context) -> context.session().database();
      case "GREATEST", "GREATEST_PG" -> extreme(operands, 1, type);
      case "LEAST", "LEAST_PG" -> extreme(operands, -1, type);
      case "NVL", "IFNULL" -> ExpressionCompiler.coalesce(operands, type);
      case "LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE", "LIKE NOCASE", "NOT LIKE NOCASE" ->
          Like.compile(name, operands);
      case "COLLATE NOCASE", "COLLATE C" -> operands[0];
      case "SIMILAR TO", "NOT SIMILAR TO" -> Patterns.similar(operands, name.startsWith("NOT"));
      case "POSIX REGEX CASE SENSITIVE",
          "POSIX REGEX CASE INSENSITIVE",
          "NEGATED POSIX REGEX CASE SENSITIVE",
          "NEGATED POSIX REGEX CASE INSENSITIVE" ->
          Patterns.regex(operands, name.endsWith("INSENSITIVE"), name.startsWith("NEGATED"));
      case "VERSION" -> (row, context) -> "MoSQL " + context.session().version();
      case "RANDOM", "RAND" ->
          (row, context) -> (context.session().random().nextLong() >>> 11) * 0x1.0p-53;
      case "UUID" -> (row, context) -> uuid(context.session().random()).toString();
      case "GEN_RANDOM_UUID" -> (row, context) -> uuid(context.session().random());
      case "JSON_VALUE" -> JsonValue.compile(call, operands);
      case "UNIX_TIMESTAMP" -> ZonedFunctions.toSeconds(call, operands);
      case "TIMEZONE" -> ZonedFunctions.atZone(call, operands);
      case "FROM_UNIXTIME" -> ZonedFunctions.fromSeconds(operands);
      default -> {
        Expression text = ofText(name, call, operands);
        if (text != null) {
          yield text;
        }
        Expression present = PresentTime.compile(name);
        if (present != null) {
          yield present;
        }
        Expression time = TimeFunctions.compile(name, call, operands);
        yield time != null ? time : MathFunctions.compile(name, type, operands);
      }
    };
  }

  private static @Nullable Expression ofText(String name, RexCall call, Expression[] operands) {
    Expression text = TextFunctions.compile(name, operands);
    if (text == null || !BytesFunctions.takes(call)) {
      return text;
    }
    Expression bytes = BytesFunctions.compile(name, operands);
    if (bytes != null) {
      BytesFunctions.requireBytes(call);
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
            && (best == null || sign * Comparisons.compare(type.collation(), value, best) > 0)) {
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

  private static Expression sequence(String function, Expression[] operands) {
    return (row, context) -> {
      Object name = operands[0].evaluate(row, context);
      if (name == null) {
        return null;
      }
      SequenceDef sequence = resolve((String) name, context);
      context
          .session()
          .requireSequence(
              sequence,
              function.equals("SETVAL") ? Right.UPDATE : Right.USAGE,
              function.equals("CURRVAL") ? Right.SELECT : Right.UPDATE);
      if (function.equals("NEXTVAL")) {
        return context.sequences().next(sequence);
      }
      if (function.equals("CURRVAL")) {
        return context.sequences().current(sequence);
      }
      Object value = operands[1].evaluate(row, context);
      if (value == null) {
        return null;
      }
      Object called = operands.length > 2 ? operands[2].evaluate(row, context) : (Object) true;
      long wanted = ((Number) value).longValue();
      context.sequences().set(sequence, wanted, Boolean.TRUE.equals(called));
      return wanted;
    };
  }

  private static SequenceDef resolve(String text, ExecutionContext context) {
    String folded = text.trim();
    int dot = folded.indexOf('.');
    String schema = dot < 0 ? context.session().schema() : fold(folded.substring(0, dot));
    String name = fold(folded.substring(dot + 1));
    SequenceDef sequence = context.catalog().sequence(schema, name);
    if (sequence == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_TABLE, "sequence \"" + name + "\" does not exist");
    }
    return sequence;
  }

  private static String fold(String identifier) {
    return identifier.length() > 1 && identifier.startsWith("\"") && identifier.endsWith("\"")
        ? identifier.substring(1, identifier.length() - 1)
        : identifier.toLowerCase(Locale.ROOT);
  }

  /** A function of values that are not null. */
  @FunctionalInterface
  interface Strict {
    @Nullable Object apply(Object[] values);
  }

  static Expression strict(Expression[] operands, Strict function) {
    return (row, context) -> {
      Object[] values = new Object[operands.length];
      for (int i = 0; i < values.length; i++) {
        Object value = operands[i].evaluate(row, context);
        if (value == null) {
          return null;
        }
        values[i] = value;
      }
      return function.apply(values);
    };
  }

  /** An argument that counts something; beyond int it is as good as the limit of int. */
  static int integer(Object value) {
    long number = ((Number) value).longValue();
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }
}
