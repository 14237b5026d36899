package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RelTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Grouping by a hash table for each grouping set, in order of first appearance, with accumulators
 * that neither wrap nor lose digits. Rows of groups for which there is no room go to {@link
 * Partitions}, those of each set to its own.
 */
final class Aggregates {
  private static final int ACCUMULATOR_BYTES = 56;

  private Aggregates() {}

  static Operator compile(PlanNode.Aggregate node, Operator input) {
    List<GroupingSet> sets = new ArrayList<>();
    for (List<Integer> set : node.sets()) {
      sets.add(GroupingSet.of(node, set));
    }
    return context -> new Grouping(input, sets, node.groupFields().size(), context);
  }

  /**
   * One way to group.
   *
   * @param numbers of the group fields
   * @param fields the same in the input
   */
  private record GroupingSet(
      int[] numbers, int[] fields, List<Supplier<Accumulator>> accumulators) {
    static GroupingSet of(PlanNode.Aggregate node, List<Integer> set) {
      RelDataType inputType = node.input().rowType();
      List<Supplier<Accumulator>> accumulators = new ArrayList<>();
      for (AggregateCall call : node.calls()) {
        SqlKind kind = call.getAggregation().getKind();
        accumulators.add(
            kind == SqlKind.GROUPING
                ? grouping(node, set, call)
                : Accumulators.of(call, inputType));
      }
      return new GroupingSet(
          set.stream().mapToInt(Integer::intValue).toArray(),
          set.stream().mapToInt(number -> node.groupFields().get(number)).toArray(),
          accumulators);
    }

    /** GROUPING: a bit for each argument, which is 1 where it is not in the set. */
    private static Supplier<Accumulator> grouping(
        PlanNode.Aggregate node, List<Integer> set, AggregateCall call) {
      long bits = 0;
      for (int argument : call.getArgList()) {
        boolean grouped =
            set.stream().anyMatch(number -> node.groupFields().get(number) == argument);
        bits = bits << 1 | (grouped ? 0 : 1);
      }
      Object value = ExpressionCompiler.aligned(bits, RelTypes.sqlType(call.getType()));
      return () -> new Constant(value);
    }
  }

  private record Constant(@Nullable Object result) implements Accumulator {
    @Override
    public void add(@Nullable Object[] row, ExecutionContext context) {}
  }

  private record Group(GroupingSet set, @Nullable Object[] first, Accumulator[] accumulators) {}

  /** Groups everything at the first pull. */
  private static final class Grouping implements RowStream {
    private final Operator input;
    private final List<GroupingSet> sets;
    private final int width;
    private final ExecutionContext context;

    /** Beside the sets; null for the set of all rows, which has one group. */
    private final List<@Nullable Partitions> partitions = new ArrayList<>();

    private @Nullable Iterator<Group> result;

    /** The first set that may have rows put aside. */
    private int unfinished;

    private long kept;

    Grouping(Operator input, List<GroupingSet> sets, int width, ExecutionContext context) {
      this.input = input;
      this.sets = sets;
      this.width = width;
      this.context = context;
      for (GroupingSet set : sets) {
        partitions.add(set.fields.length > 0 ? new Partitions(context) : null);
      }
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      if (result == null) {
        result = groups(input.open(context), 0, sets.size());
      }
      while (!result.hasNext()) {
        if (unfinished == sets.size()) {
          return null;
        }
        result = Collections.emptyIterator();
        context.release(kept);
        kept = 0;
        Partitions aside = partitions.get(unfinished);
        RowStream rest = aside == null ? null : aside.next();
        if (rest == null) {
          unfinished++;
        } else {
          result = groups(rest, unfinished, unfinished + 1);
        }
      }
      Group group = result.next();
      GroupingSet set = group.set;
      Object[] row = new Object[width + group.accumulators.length];
      for (int i = 0; i < set.numbers.length; i++) {
        row[set.numbers[i]] = group.first[set.fields[i]];
      }
      for (int i = 0; i < group.accumulators.length; i++) {
        row[width + i] = group.accumulators[i].result();
      }
      return row;
    }

    /** Groups of some of the sets. */
    private Iterator<Group> groups(RowStream rows, int from, int to) {
      List<Map<RowKey, Group>> bySet = new ArrayList<>();
      for (GroupingSet set : sets.subList(from, to)) {
        Map<RowKey, Group> byKey = new LinkedHashMap<>();
        if (set.fields.length == 0) {
          byKey.put(RowKey.of(new Object[0]), newGroup(set, new Object[0]));
        }
        bySet.add(byKey);
      }
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        for (int i = from; i < to; i++) {
          add(i, bySet.get(i - from), row);
        }
      }
      return bySet.size() == 1
          ? bySet.get(0).values().iterator()
          : bySet.stream().flatMap(byKey -> byKey.values().stream()).iterator();
    }

    private void add(int number, Map<RowKey, Group> byKey, @Nullable Object[] row) {
      GroupingSet set = sets.get(number);
      RowKey key = RowKey.of(row, set.fields);
      Group group = byKey.get(key);
      long before = context.charged();
      if (group == null) {
        Partitions aside = partitions.get(number);
        if (aside != null && aside.takes(kept)) {
          aside.add(row, key);
          return;
        }
        context.charge(row, Joins.HASHED_BYTES + ACCUMULATOR_BYTES * set.accumulators.size());
        group = newGroup(set, row);
        byKey.put(key, group);
      }
      for (Accumulator accumulator : group.accumulators) {
        accumulator.add(row, context);
      }
      kept += context.charged() - before;
    }

    private static Group newGroup(GroupingSet set, @Nullable Object[] row) {
      Accumulator[] fresh = new Accumulator[set.accumulators.size()];
      for (int i = 0; i < fresh.length; i++) {
        fresh[i] = set.accumulators.get(i).get();
      }
      return new Group(set, row, fresh);
    }
  }
}
