package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RelTypes;
import java.util.ArrayList;
import java.util.Collection;
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
   * @param texts of the input
   */
  private record GroupingSet(
      int[] numbers,
      int[] fields,
      FieldCollations texts,
      List<Supplier<Accumulator>> accumulators) {
    static GroupingSet of(PlanNode.Aggregate node, List<Integer> set) {
      RelDataType inputType = node.input().rowType();
      List<Supplier<Accumulator>> accumulators = new ArrayList<>();
      for (AggregateCall call : node.calls()) {
        SqlKind kind = call.getAggregation().getKind();
        accumulators.add(
            kind == SqlKind.GROUPING
                ? grouping(node, set, call)
                : Accumulators.forGroups(call, inputType));
      }
      return new GroupingSet(
          set.stream().mapToInt(Integer::intValue).toArray(),
          set.stream().mapToInt(number -> node.groupFields().get(number)).toArray(),
          FieldCollations.of(inputType),
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

  /**
   * Groups of one set.
   *
   * @param whole the one group of the set of all rows, or null
   * @param aside rows of groups for which there is no room
   */
  private record Groups(
      GroupingSet set,
      Map<RowKey, Group> byKey,
      @Nullable Group whole,
      @Nullable Partitions aside) {
    Collection<Group> values() {
      return whole == null ? byKey.values() : List.of(whole);
    }
  }

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
      long before = context.charged();
      for (int i = 0; i < group.accumulators.length; i++) {
        row[width + i] = group.accumulators[i].result();
      }
      kept += context.charged() - before;
      return row;
    }

    /** Groups of some of the sets. */
    private Iterator<Group> groups(RowStream rows, int from, int to) {
      List<Groups> all = new ArrayList<>();
      for (int i = from; i < to; i++) {
        GroupingSet set = sets.get(i);
        Group whole = set.fields.length == 0 ? newGroup(set, new Object[0]) : null;
        all.add(new Groups(set, new LinkedHashMap<>(), whole, partitions.get(i)));
      }
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        for (Groups groups : all) {
          add(groups, row);
        }
      }
      return all.size() == 1
          ? all.get(0).values().iterator()
          : all.stream().flatMap(groups -> groups.values().stream()).iterator();
    }

    private void add(Groups groups, @Nullable Object[] row) {
      long before = context.charged();
      Group group = groups.whole == null ? keyed(groups, row) : groups.whole;
      if (group != null) {
        for (Accumulator accumulator : group.accumulators) {
          accumulator.add(row, context);
        }
      }
      kept += context.charged() - before;
    }

    /** The group of the row's key; null when the row was put aside. */
    private @Nullable Group keyed(Groups groups, @Nullable Object[] row) {
      RowKey key = RowKey.of(row, groups.set.fields, groups.set.texts);
      Group group = groups.byKey.get(key);
      if (group == null) {
        if (groups.aside != null && groups.aside.takes(kept)) {
          groups.aside.add(row, key);
          return null;
        }
        int accumulators = ACCUMULATOR_BYTES * groups.set.accumulators.size();
        context.charge(row, Joins.HASHED_BYTES + accumulators);
        group = newGroup(groups.set, row);
        groups.byKey.put(key, group);
      }
      return group;
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
