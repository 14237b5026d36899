package io.mosql.sql.exec.scan;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.LikeMatcher;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.table.KeyEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Compiles conditions on the columns of one index into computations of key spans. */
final class SpanCompiler {
  /**
   * First bytes of the tags that KeyWriter writes before values and before NULL; complemented in a
   * descending column.
   */
  private static final byte[] FIRST_VALUE = {2};

  private static final byte[] NULL = {1};
  private static final byte[] DESCENDING_NULL = {(byte) ~1};

  private static final byte[] START = {};

  /** Bytes at the end of an encoded text. */
  private static final int TEXT_END = 2;

  /** Memory of a span, besides its keys. */
  private static final int SPAN_BYTES = 64;

  private static final Object[] NO_ROW = {};

  private final KeyEncoder encoder;
  private final ExpressionCompiler compiler;

  SpanCompiler(KeyEncoder encoder, ExpressionCompiler compiler) {
    this.encoder = encoder;
    this.compiler = compiler;
  }

  /**
   * Compiles a condition.
   *
   * @param column the key column on which the condition begins
   */
  SpanCondition compile(KeyCondition condition, int column) {
    SpanCondition compiled = uncached(condition, column);
    boolean constant =
        condition.spans() > 1
            && condition.values().stream().allMatch(value -> value instanceof RexLiteral);
    return constant ? new Constant(compiled) : compiled;
  }

  /** A condition on literals, which is computed once. */
  private static final class Constant implements SpanCondition {
    private final SpanCondition condition;
    private volatile @Nullable KeySpans known;

    Constant(SpanCondition condition) {
      this.condition = condition;
    }

    @Override
    public KeySpans spans(ExecutionContext context) {
      KeySpans spans = known;
      if (spans == null) {
        spans = condition.spans(context);
        known = spans;
      }
      return spans;
    }
  }

  private SpanCondition uncached(KeyCondition condition, int column) {
    if (condition instanceof KeyCondition.Comparison comparison) {
      return comparison(comparison.kind(), comparison.value(), column);
    } else if (condition instanceof KeyCondition.In in) {
      return in(in.values(), column);
    } else if (condition instanceof KeyCondition.IsNull isNull) {
      KeySpans spans = isNull.negated() ? values(column) : nulls(column);
      return context -> spans;
    } else if (condition instanceof KeyCondition.Prefix prefix) {
      return prefix(prefix, column);
    } else if (condition instanceof KeyCondition.When when) {
      return when(when.condition());
    } else if (condition instanceof KeyCondition.And and) {
      return and(compileAll(and.parts(), column));
    } else if (condition instanceof KeyCondition.Or or) {
      return or(compileAll(or.parts(), column));
    }
    KeyCondition.Then then = (KeyCondition.Then) condition;
    return then(
        compile(then.head(), column), compile(then.tail(), column + then.head().pointColumns()));
  }

  private SpanCondition[] compileAll(List<KeyCondition> conditions, int column) {
    return conditions.stream().map(part -> compile(part, column)).toArray(SpanCondition[]::new);
  }

  private static SpanCondition and(SpanCondition[] parts) {
    return context -> {
      KeySpans common = parts[0].spans(context);
      for (int i = 1; i < parts.length && !common.isEmpty(); i++) {
        common = common.intersection(parts[i].spans(context));
      }
      return common;
    };
  }

  private static SpanCondition or(SpanCondition[] parts) {
    return context -> {
      List<KeySpans> sets = new ArrayList<>(parts.length);
      for (SpanCondition part : parts) {
        context.step();
        sets.add(part.spans(context));
      }
      return KeySpans.union(sets);
    };
  }

  private static SpanCondition then(SpanCondition head, SpanCondition tail) {
    return context -> {
      KeySpans start = head.spans(context);
      if (start.isEmpty()) {
        return start;
      }
      KeySpans behind = tail.spans(context);
      Interrupts.chargeMemory((long) start.spans().size() * behind.spans().size() * SPAN_BYTES);
      return start.followedBy(behind);
    };
  }

  /**
   * Compiles a condition without input. Where it fails, it decides nothing: the rows, if there are
   * any, fail alike.
   */
  private SpanCondition when(RexNode condition) {
    ExpressionCompiler.Predicate test = compiler.condition(condition);
    return context -> {
      try {
        return test.test(NO_ROW, context) ? KeySpans.ALL : KeySpans.NONE;
      } catch (MosqlException e) {
        if (e.sqlState().startsWith("22") || e.sqlState().startsWith("21")) {
          return KeySpans.ALL;
        }
        throw e;
      }
    };
  }

  private SpanCondition in(List<RexNode> values, int column) {
    Expression[] compiled = compiler.compileAll(values);
    return context -> {
      Interrupts.chargeMemory((long) compiled.length * SPAN_BYTES);
      List<KeySpans> points = new ArrayList<>(compiled.length);
      for (Expression value : compiled) {
        context.step();
        points.add(equal(value.evaluate(NO_ROW, context), column));
      }
      return KeySpans.union(points);
    };
  }

  private SpanCondition comparison(SqlKind kind, RexNode node, int column) {
    Expression value = compiler.compile(node);
    return switch (kind) {
      case EQUALS -> context -> equal(value.evaluate(NO_ROW, context), column);
      case NOT_EQUALS ->
          context -> {
            Object other = value.evaluate(NO_ROW, context);
            return other == null
                ? KeySpans.NONE
                : values(column).intersection(equal(other, column).complement());
          };
      case LESS_THAN, LESS_THAN_OR_EQUAL ->
          context ->
              below(value.evaluate(NO_ROW, context), kind == SqlKind.LESS_THAN_OR_EQUAL, column);
      default ->
          context ->
              above(value.evaluate(NO_ROW, context), kind == SqlKind.GREATER_THAN_OR_EQUAL, column);
    };
  }

  private KeySpans nulls(int column) {
    return KeySpans.startingWith(encoder.descending(column) ? DESCENDING_NULL : NULL);
  }

  /** The keys whose column is not NULL. */
  private KeySpans values(int column) {
    return encoder.descending(column)
        ? KeySpans.of(START, DESCENDING_NULL)
        : KeySpans.of(FIRST_VALUE, null);
  }

  private KeySpans equal(@Nullable Object value, int column) {
    if (value == null) {
      return KeySpans.NONE;
    }
    Object held = CompiledKeyBounds.floorInType(value, encoder.type(column));
    return held == null || !CompiledKeyBounds.same(held, value)
        ? KeySpans.NONE
        : KeySpans.startingWith(key(held, column));
  }

  private KeySpans below(@Nullable Object value, boolean inclusive, int column) {
    Object high = value == null ? null : CompiledKeyBounds.floorInType(value, encoder.type(column));
    if (value == null || high == null) {
      return KeySpans.NONE;
    }
    boolean included = inclusive || !CompiledKeyBounds.same(high, value);
    byte[] key = key(high, column);
    return encoder.descending(column)
        ? KeySpans.of(included ? key : end(key), DESCENDING_NULL)
        : KeySpans.of(FIRST_VALUE, included ? end(key) : key);
  }

  private KeySpans above(@Nullable Object value, boolean inclusive, int column) {
    if (value == null) {
      return KeySpans.NONE;
    }
    Object low = CompiledKeyBounds.floorInType(value, encoder.type(column));
    if (low == null) {
      return values(column);
    }
    boolean included = inclusive && CompiledKeyBounds.same(low, value);
    byte[] key = key(low, column);
    return encoder.descending(column)
        ? KeySpans.of(START, included ? end(key) : key)
        : KeySpans.of(included ? key : end(key), null);
  }

  private byte[] key(Object value, int column) {
    return new KeyWriter().column(encoder.type(column), value, encoder.descending(column)).toKey();
  }

  /** The end of the keys with a value; there is one, because the tag of values is not the last. */
  private static byte[] end(byte[] key) {
    return java.util.Objects.requireNonNull(Keys.prefixEnd(key));
  }

  private SpanCondition prefix(KeyCondition.Prefix prefix, int column) {
    Expression pattern = compiler.compile(prefix.pattern());
    RexNode escapeNode = prefix.escape();
    Expression escape = escapeNode == null ? null : compiler.compile(escapeNode);
    SqlType type = encoder.type(column);
    return context -> {
      Object text = pattern.evaluate(NO_ROW, context);
      Object sign = escape == null ? "\\" : escape.evaluate(NO_ROW, context);
      if (text == null || sign == null) {
        return KeySpans.NONE;
      }
      LikeMatcher.FixedPrefix fixed = LikeMatcher.fixedPrefix((String) text, (String) sign);
      if (fixed.isWhole() && type.kind() != TypeKind.CHAR) {
        return equal(fixed.text(), column);
      }
      String start =
          type.kind() == TypeKind.CHAR
              ? Coercion.withoutTrailingBlanks(fixed.text())
              : fixed.text();
      byte[] key = key(start, column);
      return start.isEmpty()
          ? values(column)
          : KeySpans.startingWith(Arrays.copyOf(key, key.length - TEXT_END));
    };
  }
}
