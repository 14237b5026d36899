package io.mosql.sql.exec.aggregate;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Aggregation of rows that come group by group: has one group in memory at a time, returns it when
 * the first row of the next one is read, and reads no more than its parent asks for.
 */
public final class GroupAggregate {
  private GroupAggregate() {}

  public static Operator compile(PlanNode.Aggregate node, Operator input) {
    int[] fields = node.groupFields().stream().mapToInt(Integer::intValue).toArray();
    FieldCollations texts = FieldCollations.of(node.input().rowType());
    List<Supplier<Accumulator>> accumulators =
        node.calls().stream()
            .map(call -> AccumulatorFactory.of(call, node.input().rowType()))
            .toList();
    return context -> new Groups(input.open(context), fields, texts, accumulators, context);
  }

  private static final class Groups implements RowStream {
    private final RowStream input;
    private final int[] fields;
    private final FieldCollations texts;
    private final List<Supplier<Accumulator>> makers;
    private final ExecutionContext context;

    /** The first row of the next group. */
    private @Nullable Object @Nullable [] ahead;

    private boolean started;

    Groups(
        RowStream input,
        int[] fields,
        FieldCollations texts,
        List<Supplier<Accumulator>> makers,
        ExecutionContext context) {
      this.input = input;
      this.fields = fields;
      this.texts = texts;
      this.makers = makers;
      this.context = context;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      if (!started) {
        started = true;
        ahead = input.next();
      }
      Object[] first = ahead;
      if (first == null) {
        return null;
      }
      Accumulator[] accumulators = new Accumulator[makers.size()];
      for (int i = 0; i < accumulators.length; i++) {
        accumulators[i] = makers.get(i).get();
      }
      Object[] row = first;
      while (row != null && isSameGroup(first, row)) {
        for (Accumulator accumulator : accumulators) {
          accumulator.add(row, context);
        }
        row = input.next();
      }
      ahead = row;
      Object[] group = new Object[fields.length + accumulators.length];
      for (int i = 0; i < fields.length; i++) {
        group[i] = first[fields[i]];
      }
      for (int i = 0; i < accumulators.length; i++) {
        group[fields.length + i] = accumulators[i].result();
      }
      return group;
    }

    @Override
    public boolean isKnownEmpty() {
      return started && ahead == null;
    }

    private boolean isSameGroup(@Nullable Object[] one, @Nullable Object[] other) {
      for (int field : fields) {
        if (!texts.equal(field, one[field], other[field])) {
          return false;
        }
      }
      return true;
    }
  }
}
