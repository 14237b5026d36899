package io.mosql.sql.exec.scan;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.table.KeyEncoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compiled bounds of an index scan: computes the range [from, to) of keys for one execution.
 * Immutable.
 *
 * <p>A bound that the type of the key column cannot represent exactly (1.239 in a DECIMAL(5, 2)
 * column, 1e20 in an INTEGER one) is moved to the next value that selects the same keys.
 */
public final class CompiledKeyBounds {
  /**
   * First bytes of the tags that KeyWriter writes before NULL and before values, for open ends that
   * exclude NULLs.
   */
  private static final byte[] FIRST_VALUE = {2};

  private static final byte[] DESCENDING_NULL = {(byte) ~1};

  private final KeyEncoder encoder;
  private final Expression[] prefix;
  private final @Nullable End lower;
  private final @Nullable End upper;
  private final boolean excludeNulls;

  private record End(Expression value, boolean inclusive) {}

  /** A range of keys. */
  public record Range(byte @Nullable [] from, byte @Nullable [] to) {}

  public CompiledKeyBounds(KeyEncoder encoder, KeyBounds bounds, ExpressionCompiler compiler) {
    this.encoder = encoder;
    this.prefix = compiler.compileAll(bounds.prefix());
    this.lower = end(bounds.lower(), compiler);
    this.upper = end(bounds.upper(), compiler);
    this.excludeNulls = bounds.excludeNulls() || lower != null || upper != null;
  }

  private static @Nullable End end(KeyBounds.@Nullable Bound bound, ExpressionCompiler compiler) {
    return bound == null ? null : new End(compiler.compile(bound.value()), bound.inclusive());
  }

  /** The key of a point lookup; null when a value is NULL or out of the range of the column. */
  byte @Nullable [] point(ExecutionContext context) {
    KeyWriter writer = new KeyWriter();
    return writePrefix(writer, context) ? writer.toKey() : null;
  }

  /** The range; null when it is empty. */
  public @Nullable Range range(ExecutionContext context) {
    KeyWriter writer = new KeyWriter();
    if (!writePrefix(writer, context)) {
      return null;
    }
    byte[] start = writer.toKey();
    if (!excludeNulls || prefix.length == encoder.size()) {
      return new Range(start.length == 0 ? null : start, Keys.prefixEnd(start));
    }
    SqlType type = encoder.type(prefix.length);
    boolean descending = encoder.descending(prefix.length);
    Object low = null;
    Object high = null;
    boolean lowInclusive = false;
    boolean highInclusive = false;
    if (lower != null) {
      Object value = lower.value.evaluate(new Object[0], context);
      if (value == null) {
        return null;
      }
      low = floorInType(value, type);
      lowInclusive = lower.inclusive && low != null && same(low, value);
    }
    if (upper != null) {
      Object value = upper.value.evaluate(new Object[0], context);
      if (value == null) {
        return null;
      }
      high = floorInType(value, type);
      if (high == null) {
        return null;
      }
      highInclusive = upper.inclusive || !same(high, value);
    }
    byte[] from;
    byte[] to;
    if (descending) {
      from = high == null ? start : bound(writer, start, type, high, true, !highInclusive);
      to =
          low == null
              ? join(start, DESCENDING_NULL)
              : bound(writer, start, type, low, true, lowInclusive);
    } else {
      from =
          low == null
              ? join(start, FIRST_VALUE)
              : bound(writer, start, type, low, false, !lowInclusive);
      to =
          high == null
              ? Keys.prefixEnd(start)
              : bound(writer, start, type, high, false, highInclusive);
    }
    return new Range(from, to);
  }

  private boolean writePrefix(KeyWriter writer, ExecutionContext context) {
    for (int i = 0; i < prefix.length; i++) {
      Object value = prefix[i].evaluate(new Object[0], context);
      if (value == null) {
        return false;
      }
      Object held = floorInType(value, encoder.type(i));
      if (held == null || !same(held, value)) {
        return false;
      }
      writer.column(encoder.type(i), held, encoder.descending(i));
    }
    return true;
  }

  /**
   * The greatest value of the column's type at or below the value; null when all values of the type
   * are greater.
   */
  public static @Nullable Object floorInType(Object value, SqlType type) {
    if (value instanceof Number number && type.kind().isNumeric()) {
      return KeyNumberRounding.floorInType(number, type);
    }
    return switch (type.kind()) {
      case CHAR -> Coercion.withoutTrailingBlanks((String) value);
      default ->
          type.kind().carrier().isInstance(value)
              ? value
              : java.util.Objects.requireNonNull(Coercion.bind(value, type));
    };
  }

  static boolean same(Object held, Object value) {
    return held == value
        || !(held instanceof Number number)
        || !(value instanceof Number other)
        || ValueOrder.compare(number, other) == 0;
  }

  /**
   * Start of the keys with this value, or, when {@code after}, of the keys after them; null for the
   * end of the tree.
   */
  private static byte @Nullable [] bound(
      KeyWriter writer,
      byte[] start,
      SqlType type,
      Object value,
      boolean descending,
      boolean after) {
    byte[] key = writer.reset().raw(start).column(type, value, descending).toKey();
    return after ? Keys.prefixEnd(key) : key;
  }

  private static byte[] join(byte[] start, byte[] end) {
    byte[] joined = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, joined, start.length, end.length);
    return joined;
  }
}
