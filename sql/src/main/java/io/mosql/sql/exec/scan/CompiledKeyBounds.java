package io.mosql.sql.exec.scan;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.table.KeyEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Compiled bounds of an index scan: computes the spans of keys for one execution. Immutable.
 *
 * <p>A bound that the type of the key column cannot represent exactly (1.239 in a DECIMAL(5, 2)
 * column, 1e20 in an INTEGER one) is moved to the next value that selects the same keys.
 */
public final class CompiledKeyBounds {
  private static final Object[] NO_ROW = {};

  private final KeyEncoder encoder;
  private final Expression[] prefix;
  private final @Nullable SpanCondition next;
  private final boolean points;

  public CompiledKeyBounds(KeyEncoder encoder, KeyBounds bounds, ExpressionCompiler compiler) {
    this.encoder = encoder;
    this.prefix = compiler.compileAll(bounds.prefix());
    KeyCondition condition = bounds.next();
    this.next =
        condition == null
            ? null
            : new SpanCompiler(encoder, compiler).compile(condition, prefix.length);
    boolean whole =
        condition == null
            ? prefix.length == encoder.size()
            : prefix.length + condition.pointColumns() == encoder.size()
                && !condition.selectsNull();
    this.points = whole && (encoder.index().primary() || encoder.index().unique());
  }

  /** Whether each span is the key of at most one row. */
  boolean isPoints() {
    return points;
  }

  /**
   * The values of the prefix, encoded: the key of a point lookup; null when a value is NULL or out
   * of the range of the column.
   */
  byte @Nullable [] prefix(ExecutionContext context) {
    KeyWriter writer = new KeyWriter();
    return writePrefix(writer, context) ? writer.toKey() : null;
  }

  /** The spans to read, in key order. */
  public KeySpans spans(ExecutionContext context) {
    if (prefix.length == 0) {
      return next == null ? KeySpans.ALL : coalesced(next.spans(context));
    }
    KeyWriter writer = new KeyWriter();
    if (!writePrefix(writer, context)) {
      return KeySpans.NONE;
    }
    KeySpans start = KeySpans.startingWith(writer.toKey());
    return next == null ? start : coalesced(start.followedBy(next.spans(context)));
  }

  private KeySpans coalesced(KeySpans spans) {
    return points ? spans : spans.coalesced();
  }

  private boolean writePrefix(KeyWriter writer, ExecutionContext context) {
    for (int i = 0; i < prefix.length; i++) {
      Object value = prefix[i].evaluate(NO_ROW, context);
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
}
