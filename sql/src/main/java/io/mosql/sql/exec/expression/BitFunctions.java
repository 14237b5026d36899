package io.mosql.sql.exec.expression;

import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.Expression;

/**
 * Bitwise operators, in the two's complement of the type's width. Of the number of places that a
 * shift is by count the lowest five bits, of a BIGINT six, as in PostgreSQL.
 */
final class BitFunctions {
  private BitFunctions() {}

  static Expression compile(String name, SqlType type, Expression[] operands) {
    return FunctionCompiler.strict(
        operands,
        v -> {
          long x = ((Number) v[0]).longValue();
          long y = v.length > 1 ? ((Number) v[1]).longValue() : 0;
          return switch (type.kind()) {
            case BIGINT -> (Object) wide(name, x, y);
            case SMALLINT -> (Object) (int) (short) narrow(name, (int) x, (int) y);
            case INTEGER -> (Object) narrow(name, (int) x, (int) y);
            default -> throw new IllegalStateException("bits of type " + type);
          };
        });
  }

  private static long wide(String name, long x, long y) {
    return switch (name) {
      case "BITWISE AND" -> x & y;
      case "BITWISE OR" -> x | y;
      case "BITWISE XOR" -> x ^ y;
      case "BITWISE NOT" -> ~x;
      case "BITWISE SHIFT LEFT" -> x << y;
      default -> x >> y;
    };
  }

  private static int narrow(String name, int x, int y) {
    return switch (name) {
      case "BITWISE AND" -> x & y;
      case "BITWISE OR" -> x | y;
      case "BITWISE XOR" -> x ^ y;
      case "BITWISE NOT" -> ~x;
      case "BITWISE SHIFT LEFT" -> x << y;
      default -> x >> y;
    };
  }
}
