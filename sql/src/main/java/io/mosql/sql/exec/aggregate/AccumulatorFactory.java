package io.mosql.sql.exec.aggregate;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.expression.FunctionCompiler;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Creates the accumulators of aggregate calls: the function itself, wrapped by DISTINCT, ORDER BY
 * and FILTER as the call requires. Accumulators neither overflow nor lose digits.
 */
public final class AccumulatorFactory {
  private AccumulatorFactory() {}

  /**
   * Returns a supplier of accumulators, one for each group.
   *
   * @param input type of the rows to be added
   * @throws MosqlException 0A000 for an unsupported function
   */
  public static Supplier<Accumulator> of(AggregateCall call, RelDataType input) {
    List<Integer> arguments = call.getArgList();
    FieldCollations texts = FieldCollations.of(input);
    Supplier<Accumulator> made = function(call, input);
    List<RelFieldCollation> order = call.getCollation().getFieldCollations();
    if (call.isDistinct() && !arguments.isEmpty()) {
      Supplier<Accumulator> plain = made;
      int[] fields = arguments.stream().mapToInt(Integer::intValue).toArray();
      int width = input.getFieldCount();
      made = () -> new DistinctAccumulator(plain, fields, width, texts);
    }
    if (!order.isEmpty() && !HypotheticalRank.takesRowsInAnyOrder(call)) {
      Supplier<Accumulator> unordered = made;
      made = () -> new OrderedAccumulator(unordered, ValueComparisons.order(order, texts));
    }
    if (call.hasFilter()) {
      Supplier<Accumulator> all = made;
      made = () -> new Filtered(all.get(), call.filterArg);
    }
    return made;
  }

  /** The accumulator within FILTER, if it buffers rows. */
  static @Nullable BufferingAccumulator buffering(Accumulator accumulator) {
    Accumulator plain = accumulator instanceof Filtered filtered ? filtered.inner : accumulator;
    return plain instanceof BufferingAccumulator growing ? growing : null;
  }

  /** Whether the row passes the FILTER clause. */
  static boolean passesFilter(Accumulator accumulator, @Nullable Object[] row) {
    return !(accumulator instanceof Filtered filtered) || filtered.passesFilter(row);
  }

  private static Supplier<Accumulator> function(AggregateCall call, RelDataType input) {
    SqlType type = RelTypes.sqlType(call.getType());
    List<Integer> arguments = call.getArgList();
    SqlKind kind = call.getAggregation().getKind();
    return switch (kind) {
      case COUNT -> () -> new Count(arguments);
      case SUM -> () -> new Sum(arguments.get(0), type, false);
      case SUM0 -> () -> new Sum(arguments.get(0), type, true);
      case AVG -> () -> new Average(arguments.get(0), type);
      case MIN -> () -> new Extreme(arguments.get(0), -1, type.collation());
      case MAX -> () -> new Extreme(arguments.get(0), 1, type.collation());
      case ANY_VALUE -> () -> new Extreme(arguments.get(0), 0, type.collation());
      case LITERAL_AGG -> {
        Object value = RexLiteralValues.value((RexLiteral) call.rexList.get(0));
        yield () -> new Constant(value);
      }
      case SINGLE_VALUE -> () -> new SingleValue(arguments.get(0));
      case BIT_AND, BIT_OR, BIT_XOR -> () -> new BitAccumulator(arguments.get(0), type, kind);
      default -> named(call, input);
    };
  }

  private static Supplier<Accumulator> named(AggregateCall call, RelDataType input) {
    List<Integer> arguments = call.getArgList();
    String name = call.getAggregation().getName().toUpperCase(Locale.ROOT);
    switch (name) {
      case "STRING_AGG", "LISTAGG", "GROUP_CONCAT" -> {
        int value = arguments.get(0);
        SqlType type = RelTypes.sqlType(input.getFieldList().get(value).getType());
        int separator = arguments.size() > 1 ? arguments.get(1) : -1;
        return () -> new StringAggAccumulator(value, type, separator);
      }
      case "ARRAY_AGG", "ARRAY OF ROWS" -> {
        SqlType element = RelTypes.sqlType(call.getType()).elementType();
        boolean always = !call.getType().isNullable();
        boolean nested = ArrayType.is(input.getFieldList().get(arguments.get(0)).getType());
        return () -> new ArrayAggAccumulator(arguments.get(0), element, nested, always);
      }
      case "JSON_AGG", "JSONB_AGG", "JSON_AGG_STRICT", "JSONB_AGG_STRICT" -> {
        int value = arguments.get(0);
        RelDataType type = input.getFieldList().get(value).getType();
        boolean strict = name.endsWith("_STRICT");
        boolean binary = name.startsWith("JSONB");
        return () -> new JsonAggAccumulator(JsonAggAccumulator.NO_KEY, value, type, strict, binary);
      }
      case "JSON_OBJECT_AGG",
          "JSONB_OBJECT_AGG",
          "JSON_OBJECT_AGG_STRICT",
          "JSONB_OBJECT_AGG_STRICT" -> {
        int value = arguments.get(1);
        RelDataType type = input.getFieldList().get(value).getType();
        boolean strict = name.endsWith("_STRICT");
        boolean binary = name.startsWith("JSONB");
        return () -> new JsonAggAccumulator(arguments.get(0), value, type, strict, binary);
      }
      case "INTERVAL_SUM", "INTERVAL_AVG" -> {
        boolean average = name.endsWith("AVG");
        return () -> new IntervalSumAccumulator(arguments.get(0), average);
      }
      case "MODE" -> {
        Collation collation = FieldCollations.of(input).of(arguments.get(0));
        return () -> new ModeAccumulator(arguments.get(0), collation);
      }
      case "PERCENTILE_CONT", "PERCENTILE_DISC" -> {
        boolean continuous = name.equals("PERCENTILE_CONT");
        return () -> new PercentileAccumulator(arguments.get(0), arguments.get(1), continuous);
      }
      case "RANK WITHIN GROUP",
          "DENSE_RANK WITHIN GROUP",
          "PERCENT_RANK WITHIN GROUP",
          "CUME_DIST WITHIN GROUP" -> {
        List<RelFieldCollation> keys = call.getCollation().getFieldCollations();
        Comparator<@Nullable Object[]> order =
            ValueComparisons.order(keys, FieldCollations.of(input));
        HypotheticalRank.Kind kind = HypotheticalRank.kind(call);
        return () -> new HypotheticalRank(kind, arguments, keys, order);
      }
      default -> {
        Supplier<Accumulator> statistic = StatisticalAccumulators.accumulator(name, arguments);
        if (statistic == null) {
          throw unsupported(call);
        }
        return statistic;
      }
    }
  }

  private static MosqlException unsupported(AggregateCall call) {
    return SqlErrorMessage.AGGREGATE_UNSUPPORTED.error(call.getAggregation().getName());
  }

  private static final class Count implements Accumulator {
    private final List<Integer> arguments;
    private long count;

    Count(List<Integer> arguments) {
      this.arguments = arguments;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      for (int argument : arguments) {
        if (row[argument] == null) {
          return;
        }
      }
      count++;
    }

    @Override
    public Object result() {
      return count;
    }
  }

  /** Sums exactly (decimals) or in doubles; the total is checked against the type at the end. */
  private static final class Sum implements Accumulator {
    private final int field;
    private final SqlType type;
    private final boolean zeroWhenEmpty;
    private boolean any;
    private long small;
    private @Nullable BigDecimal large;
    private double floating;

    /** Whether an infinite number was added; a sum is infinite for no other reason. */
    private boolean infinite;

    Sum(int field, SqlType type, boolean zeroWhenEmpty) {
      this.field = field;
      this.type = type;
      this.zeroWhenEmpty = zeroWhenEmpty;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      Object value = row[field];
      if (value == null) {
        return;
      }
      any = true;
      if (value instanceof Double || value instanceof Float) {
        double number = ((Number) value).doubleValue();
        infinite |= Double.isInfinite(number);
        floating += number;
      } else if (value instanceof BigDecimal exact) {
        large = large == null ? exact : large.add(exact);
      } else {
        long number = ((Number) value).longValue();
        long sum = small + number;
        if (((small ^ sum) & (number ^ sum)) < 0) {
          BigDecimal moved = BigDecimal.valueOf(small);
          large = large == null ? moved : large.add(moved);
          small = number;
        } else {
          small = sum;
        }
      }
    }

    @Override
    public @Nullable Object result() {
      return any || zeroWhenEmpty ? Totals.sum(type, small, large, floating, infinite) : null;
    }
  }

  private static final class Average implements Accumulator {
    private final int field;
    private final SqlType type;
    private final Sum sum;
    private long count;

    Average(int field, SqlType type) {
      this.field = field;
      this.type = type;
      this.sum = new Sum(field, type, true);
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      if (row[field] != null) {
        count++;
        sum.add(row, context);
      }
    }

    @Override
    public @Nullable Object result() {
      return count == 0 ? null : Totals.average(type, sum.result(), count);
    }
  }

  /** The least (-1), greatest (1) or first (0) value. */
  private static final class Extreme implements Accumulator {
    private final int field;
    private final int sign;
    private final Collation collation;
    private @Nullable Object best;

    Extreme(int field, int sign, Collation collation) {
      this.field = field;
      this.sign = sign;
      this.collation = collation;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      Object value = row[field];
      if (value != null
          && (best == null || sign * ValueComparisons.compare(collation, value, best) > 0)) {
        best = value;
      }
    }

    @Override
    public @Nullable Object result() {
      return best;
    }
  }

  /** The value of a scalar sub-query. */
  private static final class SingleValue implements Accumulator {
    private final int field;
    private boolean any;
    private @Nullable Object value;

    SingleValue(int field) {
      this.field = field;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      if (any) {
        throw FunctionCompiler.severalRows();
      }
      any = true;
      value = row[field];
    }

    @Override
    public @Nullable Object result() {
      return value;
    }
  }

  /** The same result for every group. */
  private record Constant(@Nullable Object result) implements Accumulator {
    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {}
  }

  private static final class Filtered implements Accumulator {
    private final Accumulator inner;
    private final int filter;

    Filtered(Accumulator inner, int filter) {
      this.inner = inner;
      this.filter = filter;
    }

    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {
      if (passesFilter(row)) {
        inner.add(row, context);
      }
    }

    boolean passesFilter(@Nullable Object[] row) {
      return Boolean.TRUE.equals(row[filter]);
    }

    @Override
    public @Nullable Object result() {
      return inner.result();
    }
  }
}
