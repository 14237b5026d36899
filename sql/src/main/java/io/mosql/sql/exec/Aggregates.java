package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Grouping by a hash table, in order of first appearance, with accumulators that neither wrap nor
 * lose digits.
 */
final class Aggregates {
  private static final int ACCUMULATOR_BYTES = 56;

  private Aggregates() {}

  static Operator compile(PlanNode.Aggregate node, Operator input) {
    int[] groups = node.groupFields().stream().mapToInt(Integer::intValue).toArray();
    RelDataType inputType = node.input().rowType();
    List<Supplier<Accumulator>> accumulators =
        node.calls().stream().map(call -> Accumulators.of(call, inputType)).toList();
    return context -> new Grouping(input, groups, accumulators, context);
  }

  /** Groups everything at the first pull. */
  private static final class Grouping implements RowStream {
    private final Operator input;
    private final int[] groups;
    private final List<Supplier<Accumulator>> accumulators;
    private final ExecutionContext context;
    private @Nullable Iterator<Group> result;

    private record Group(@Nullable Object[] first, Accumulator[] accumulators) {}

    Grouping(
        Operator input,
        int[] groups,
        List<Supplier<Accumulator>> accumulators,
        ExecutionContext context) {
      this.input = input;
      this.groups = groups;
      this.accumulators = accumulators;
      this.context = context;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      if (result == null) {
        result = group().values().iterator();
      }
      if (!result.hasNext()) {
        return null;
      }
      Group group = result.next();
      Object[] row = new Object[groups.length + group.accumulators.length];
      for (int i = 0; i < groups.length; i++) {
        row[i] = group.first[groups[i]];
      }
      for (int i = 0; i < group.accumulators.length; i++) {
        row[groups.length + i] = group.accumulators[i].result();
      }
      return row;
    }

    private Map<RowKey, Group> group() {
      Map<RowKey, Group> byKey = new LinkedHashMap<>();
      if (groups.length == 0) {
        byKey.put(RowKey.of(new Object[0]), newGroup(new Object[0]));
      }
      RowStream rows = input.open(context);
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        RowKey key = RowKey.of(row, groups);
        Group group = byKey.get(key);
        if (group == null) {
          context.charge(row, Joins.HASHED_BYTES + ACCUMULATOR_BYTES * accumulators.size());
          group = newGroup(row);
          byKey.put(key, group);
        }
        for (Accumulator accumulator : group.accumulators) {
          accumulator.add(row, context);
        }
      }
      return byKey;
    }

    private Group newGroup(@Nullable Object[] row) {
      Accumulator[] fresh = new Accumulator[accumulators.size()];
      for (int i = 0; i < fresh.length; i++) {
        fresh[i] = accumulators.get(i).get();
      }
      return new Group(row, fresh);
    }
  }
}
