package io.mosql.sql.exec.aggregate;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.HashKey;
import io.mosql.sql.exec.spill.PartitionQueue;
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
 * Hash aggregation: one hash table for each grouping set, groups in order of first appearance. When
 * memory does not suffice, rows for buffering accumulators are deferred as {@link DeferredRows}; if
 * that does not suffice, rows of new groups are spilled to a {@link PartitionQueue}, one for each
 * grouping set.
 */
public final class HashAggregate {
  private static final int ACCUMULATOR_BYTES = 56;

  /** Replaces the accumulators of a group whose row was returned. */
  private static final Accumulator DONE = new Constant(null);

  private HashAggregate() {}

  public static Operator compile(PlanNode.Aggregate node, Operator input) {
    List<GroupingSet> sets = new ArrayList<>();
    for (List<Integer> set : node.sets()) {
      sets.add(GroupingSet.of(node, set));
    }
    return context -> new Grouping(input, sets, node.groupFields().size(), context);
  }

  /**
   * One grouping set.
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
                : AccumulatorFactory.of(call, inputType));
      }
      return new GroupingSet(
          set.stream().mapToInt(Integer::intValue).toArray(),
          set.stream().mapToInt(number -> node.groupFields().get(number)).toArray(),
          FieldCollations.of(inputType),
          accumulators);
    }

    /**
     * GROUPING: one bit for each argument, which is 1 where the argument is not in the grouping
     * set.
     */
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

  /**
   * A group.
   *
   * @param in the groups of its grouping set
   * @param number in the order of the first rows of the groups
   */
  private record Group(
      Groups in, long number, @Nullable Object[] first, Accumulator[] accumulators) {}

  /** The groups of one grouping set. */
  private static final class Groups {
    private final GroupingSet set;
    private final Map<HashKey, Group> byKey = new LinkedHashMap<>();

    /** The only group of the empty grouping set, or null. */
    private final @Nullable Group whole;

    /** Spilled rows of groups that do not fit into memory. */
    private final @Nullable PartitionQueue aside;

    /** Deferred rows, parallel to the accumulators. */
    private @Nullable DeferredRows @Nullable [] late;

    Groups(GroupingSet set, @Nullable PartitionQueue aside) {
      this.set = set;
      this.aside = aside;
      this.whole = set.fields.length == 0 ? newGroup(new Object[0]) : null;
    }

    Collection<Group> values() {
      return whole == null ? byKey.values() : List.of(whole);
    }

    Group newGroup(@Nullable Object[] row) {
      Accumulator[] fresh = new Accumulator[set.accumulators.size()];
      for (int i = 0; i < fresh.length; i++) {
        fresh[i] = set.accumulators.get(i).get();
      }
      return new Group(this, byKey.size(), row, fresh);
    }

    void accumulate(Group group, @Nullable Object[] row, ExecutionContext context) {
      for (int i = 0; i < group.accumulators.length; i++) {
        if (late == null || late[i] == null) {
          group.accumulators[i].add(row, context);
        }
      }
    }

    /** Defers the row for the accumulators that take deferred rows. */
    void deferRow(Group group, @Nullable Object[] row) {
      for (int i = 0; late != null && i < late.length; i++) {
        DeferredRows rows = late[i];
        Accumulator accumulator = group.accumulators[i];
        BufferingAccumulator growing =
            rows == null ? null : AccumulatorFactory.buffering(accumulator);
        if (rows != null && growing != null && AccumulatorFactory.passesFilter(accumulator, row)) {
          rows.add(group.number, growing.deferredForm(row));
        }
      }
    }

    boolean isDeferred() {
      return late != null;
    }

    /** Starts to defer the rows of buffering accumulators; returns the number of bytes released. */
    long defer(ExecutionContext context) {
      DeferredRows[] all = new DeferredRows[set.accumulators.size()];
      late = all;
      long freed = 0;
      for (Group group : values()) {
        for (int i = 0; i < all.length; i++) {
          BufferingAccumulator growing = AccumulatorFactory.buffering(group.accumulators[i]);
          if (growing != null) {
            DeferredRows rows =
                all[i] == null ? new DeferredRows(growing.deferredOrder(), context) : all[i];
            all[i] = rows;
            long bytes = growing.spillTo(row -> rows.add(group.number, row));
            context.release(bytes);
            freed += bytes;
          }
        }
      }
      return freed;
    }

    /** Adds the deferred rows of a group to it. */
    void feed(Group group, ExecutionContext context) {
      for (int i = 0; late != null && i < late.length; i++) {
        DeferredRows rows = late[i];
        BufferingAccumulator growing = AccumulatorFactory.buffering(group.accumulators[i]);
        if (rows != null && growing != null) {
          rows.feed(group.number, growing, context);
        }
      }
    }

    void release() {
      for (int i = 0; late != null && i < late.length; i++) {
        DeferredRows rows = late[i];
        if (rows != null) {
          rows.release();
        }
      }
    }
  }

  /** The result rows; all input is grouped at the first pull. */
  private static final class Grouping implements RowStream {
    private final Operator input;
    private final List<GroupingSet> sets;
    private final int width;
    private final ExecutionContext context;

    /** Parallel to the grouping sets; null for the empty grouping set, which has one group. */
    private final List<@Nullable PartitionQueue> partitions = new ArrayList<>();

    private List<Groups> current = List.of();

    /** Whether some accumulators buffer rows that are not deferred yet. */
    private boolean grows;

    private @Nullable Iterator<Group> result;

    /** The first grouping set that may have spilled rows. */
    private int unfinished;

    private long kept;

    Grouping(Operator input, List<GroupingSet> sets, int width, ExecutionContext context) {
      this.input = input;
      this.sets = sets;
      this.width = width;
      this.context = context;
      for (GroupingSet set : sets) {
        partitions.add(set.fields.length > 0 ? new PartitionQueue(context) : null);
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
        current.forEach(Groups::release);
        current = List.of();
        context.release(kept);
        kept = 0;
        PartitionQueue aside = partitions.get(unfinished);
        RowStream rest = aside == null ? null : aside.next();
        if (rest == null) {
          unfinished++;
        } else {
          result = groups(rest, unfinished, unfinished + 1);
        }
      }
      return row(result.next());
    }

    @Override
    public boolean isKnownEmpty() {
      return result != null
          && !result.hasNext()
          && partitions.stream().allMatch(aside -> aside == null || aside.isEmpty());
    }

    private @Nullable Object[] row(Group group) {
      GroupingSet set = group.in.set;
      Object[] row = new Object[width + group.accumulators.length];
      for (int i = 0; i < set.numbers.length; i++) {
        row[set.numbers[i]] = group.first[set.fields[i]];
      }
      long before = context.charged();
      group.in.feed(group, context);
      for (int i = 0; i < group.accumulators.length; i++) {
        row[width + i] = group.accumulators[i].result();
        group.accumulators[i] = DONE;
      }
      // the next group needs the memory, if rows are deferred
      context.release(group.in.isDeferred() ? Math.max(0, context.charged() - before) : 0);
      kept += context.charged() - before;
      return row;
    }

    /** Computes the groups of a range of the grouping sets. */
    private Iterator<Group> groups(RowStream rows, int from, int to) {
      List<Groups> all = new ArrayList<>();
      for (int i = from; i < to; i++) {
        all.add(new Groups(sets.get(i), partitions.get(i)));
      }
      current = all;
      grows = true;
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
      Group group = groups.whole == null ? groupFor(groups, row) : groups.whole;
      if (group == null) {
        return;
      }
      groups.accumulate(group, row, context);
      kept += context.charged() - before;
      groups.deferRow(group, row);
      if (grows && context.shouldSpill(kept)) {
        deferRows();
      }
    }

    private void deferRows() {
      grows = false;
      for (Groups groups : current) {
        kept -= groups.defer(context);
      }
    }

    /** The group of the key of the row; null when the row was spilled. */
    private @Nullable Group groupFor(Groups groups, @Nullable Object[] row) {
      HashKey key = HashKey.of(row, groups.set.fields, groups.set.texts);
      Group group = groups.byKey.get(key);
      if (group == null) {
        if (groups.aside != null && groups.aside.shouldSpill(kept)) {
          groups.aside.add(row, key);
          return null;
        }
        int accumulators = ACCUMULATOR_BYTES * groups.set.accumulators.size();
        context.charge(row, HashKey.HASHED_BYTES + accumulators);
        group = groups.newGroup(row);
        groups.byKey.put(key, group);
      }
      return group;
    }
  }
}
