package io.mosql.sql.exec.expression;

import static io.mosql.sql.exec.expression.FunctionCompiler.integer;
import static io.mosql.sql.exec.expression.FunctionCompiler.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.TextLength;
import io.mosql.sql.function.Texts;
import java.util.Arrays;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Functions of binary strings; positions and lengths count bytes. positions and lengths count
 * bytes. Others of texts get their bytes by a cast, or do not take any.
 */
final class BinaryStringFunctions {
  private BinaryStringFunctions() {}

  /** Whether an argument of the call is bytes. */
  static boolean takes(RexCall call) {
    return call.getOperands().stream()
        .anyMatch(operand -> RelTypes.sqlType(operand.getType()).kind() == TypeKind.VARBINARY);
  }

  /**
   * Refuses texts beside bytes; a NULL that is written out has any type.
   *
   * @throws MosqlException 42804
   */
  static void requireBytes(RexCall call) {
    for (RexNode operand : call.getOperands()) {
      if (!RexUtil.isNullLiteral(operand, true)
          && RelTypes.sqlType(operand.getType()).kind().isText()) {
        throw new MosqlException(
            SqlState.DATATYPE_MISMATCH,
            call.getOperator().getName() + " of bytes takes no text without a CAST");
      }
    }
  }

  /** Closure of a call; null when there is no such function of bytes. */
  static @Nullable Expression compile(String name, Expression[] operands) {
    return switch (name) {
      case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH", "OCTET_LENGTH" ->
          strict(operands, v -> ((byte[]) v[0]).length);
      case "||", "CONCAT2" -> strict(operands, v -> joined((byte[]) v[0], (byte[]) v[1]));
      case "SUBSTRING" ->
          strict(
              operands,
              v ->
                  substring(
                      (byte[]) v[0], integer(v[1]), v.length == 2 ? Texts.ALL : integer(v[2])));
      case "POSITION" ->
          strict(
              operands,
              v -> position((byte[]) v[0], (byte[]) v[1], v.length > 2 ? integer(v[2]) : 1));
      case "OVERLAY" ->
          strict(
              operands,
              v -> {
                byte[] replacement = (byte[]) v[1];
                return overlay(
                    (byte[]) v[0],
                    replacement,
                    integer(v[2]),
                    v.length == 3 ? replacement.length : integer(v[3]));
              });
      default -> null;
    };
  }

  private static byte[] joined(byte[] a, byte[] b) {
    TextLength.check((long) a.length + b.length);
    byte[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  /** As SUBSTRING of a text: the positions before the first count. */
  private static byte[] substring(byte[] bytes, long from, long length) {
    if (length < 0) {
      throw new MosqlException(SqlState.INVALID_SUBSTRING, "negative length of SUBSTRING");
    }
    int start = within(from - 1, bytes);
    return Arrays.copyOfRange(bytes, start, Math.max(start, within(from - 1 + length, bytes)));
  }

  private static int within(long offset, byte[] bytes) {
    return (int) Math.max(0, Math.min(bytes.length, offset));
  }

  /** One-based position of the first occurrence at or after one, 0 when there is none. */
  private static int position(byte[] sought, byte[] bytes, int from) {
    for (int at = from - 1; at >= 0 && at + sought.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
        return at + 1;
      }
    }
    return 0;
  }

  private static byte[] overlay(byte[] bytes, byte[] replacement, long from, long length) {
    int rest = within(Texts.overlayEnd(from, length), bytes);
    int start = within(from - 1, bytes);
    byte[] head = joined(Arrays.copyOf(bytes, start), replacement);
    return joined(head, Arrays.copyOfRange(bytes, rest, bytes.length));
  }
}
