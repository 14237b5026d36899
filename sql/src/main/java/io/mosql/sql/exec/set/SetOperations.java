package io.mosql.sql.exec.set;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.HashKey;
import io.mosql.sql.exec.spill.HashPartitions;
import io.mosql.sql.exec.spill.PartitionPairStream;
import io.mosql.sql.exec.spill.PartitionQueue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * UNION, INTERSECT and EXCEPT; with ALL by counts. When memory does not suffice, rows are spilled
 * to partitions by their hash, and the result comes in another order.
 */
public final class SetOperations {
  private SetOperations() {}

  public static Operator compile(PlanNode.SetOperation node, List<Operator> inputs) {
    boolean all = node.all();
    FieldCollations texts = FieldCollations.of(node.rowType());
    return context -> {
      if (!node.order().isEmpty()) {
        return new MergeAppend(inputs, ValueComparisons.order(node.order(), texts), context);
      }
      if (node.kind() == PlanNode.SetOperation.Kind.UNION) {
        RowStream chained = chain(inputs, context);
        return all ? chained : new Distinct(chained, texts, context);
      }
      boolean intersect = node.kind() == PlanNode.SetOperation.Kind.INTERSECT;
      RowStream rows = inputs.get(0).open(context);
      for (Operator other : inputs.subList(1, inputs.size())) {
        rows = new ComparedPartitions(intersect, all, texts, rows, other, context);
      }
      return all || intersect ? rows : new Distinct(rows, texts, context);
    };
  }

  private static RowStream chain(List<Operator> inputs, ExecutionContext context) {
    Iterator<Operator> rest = inputs.iterator();
    return new RowStream() {
      private RowStream current = RowStream.EMPTY;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = current.next();
        while (row == null && rest.hasNext()) {
          current = rest.next().open(context);
          row = current.next();
        }
        return row;
      }
    };
  }

  /**
   * Distinct rows in order of first appearance; rows that do not fit into memory come at the end.
   */
  private static final class Distinct implements RowStream {
    private final FieldCollations texts;
    private final ExecutionContext context;
    private final Set<HashKey> seen = new HashSet<>();
    private final PartitionQueue partitions;
    private @Nullable RowStream current;
    private long kept;

    Distinct(RowStream rows, FieldCollations texts, ExecutionContext context) {
      this.texts = texts;
      this.context = context;
      this.partitions = new PartitionQueue(context);
      this.current = rows;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (current != null) {
        for (Object[] row = current.next(); row != null; row = current.next()) {
          HashKey key = HashKey.of(row, texts);
          if (seen.contains(key)) {
            continue;
          }
          if (partitions.shouldSpill(kept)) {
            partitions.add(row, key);
            continue;
          }
          seen.add(key);
          long before = context.charged();
          context.charge(row, HashKey.HASHED_BYTES);
          kept += context.charged() - before;
          return row;
        }
        seen.clear();
        context.release(kept);
        kept = 0;
        current = partitions.next();
      }
      return null;
    }
  }

  /** Left rows that are, or are not, among the right rows. */
  private static final class ComparedPartitions extends PartitionPairStream {
    private final boolean intersect;
    private final boolean all;
    private final FieldCollations texts;
    private final RowStream left;
    private final Operator right;
    private final ExecutionContext context;
    private final Map<HashKey, Counted> counts = new HashMap<>();
    private boolean started;
    private long kept;

    private static final class Counted {
      private final @Nullable Object[] row;
      private int count;

      Counted(@Nullable Object[] row) {
        this.row = row;
      }
    }

    ComparedPartitions(
        boolean intersect,
        boolean all,
        FieldCollations texts,
        RowStream left,
        Operator right,
        ExecutionContext context) {
      this.intersect = intersect;
      this.all = all;
      this.texts = texts;
      this.left = left;
      this.right = right;
      this.context = context;
    }

    @Override
    public @Nullable RowStream leadingRows() {
      if (started) {
        return null;
      }
      started = true;
      return joinPair(left, right.open(context), 0);
    }

    @Override
    public @Nullable RowStream joinPair(RowStream leftRows, RowStream rightRows, int depth) {
      HashPartitions rightParts = count(rightRows, depth);
      if (rightParts == null) {
        return () -> {
          Object[] row = leftRows.next();
          while (row != null && !passes(row)) {
            row = leftRows.next();
          }
          return row;
        };
      }
      HashPartitions leftParts = new HashPartitions(context, depth);
      for (Object[] row = leftRows.next(); row != null; row = leftRows.next()) {
        leftParts.add(row, HashKey.of(row, texts));
      }
      repartition(leftParts, rightParts, depth);
      return null;
    }

    /** Counts the rows; returns null, or the partitions into which they were spilled. */
    private @Nullable HashPartitions count(RowStream rows, int depth) {
      HashPartitions parts = null;
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        context.step();
        HashKey key = HashKey.of(row, texts);
        Counted known = counts.get(key);
        if (known != null) {
          known.count++;
          continue;
        }
        if (parts == null && depth < HashPartitions.DEPTH_MAX && context.shouldSpill(kept)) {
          parts = new HashPartitions(context, depth);
          moveTo(parts);
        }
        if (parts != null) {
          parts.add(row, key);
        } else {
          keep(row, key);
        }
      }
      return parts;
    }

    private void keep(@Nullable Object[] row, HashKey key) {
      long before = context.charged();
      context.charge(row, HashKey.HASHED_BYTES);
      kept += context.charged() - before;
      Counted counted = new Counted(row);
      counted.count = 1;
      counts.put(key, counted);
    }

    private void moveTo(HashPartitions parts) {
      counts.forEach(
          (key, counted) -> {
            for (int i = 0; i < (all ? counted.count : 1); i++) {
              parts.add(counted.row, key);
            }
          });
      release();
    }

    private boolean passes(@Nullable Object[] row) {
      Counted counted = counts.get(HashKey.of(row, texts));
      boolean inRight = counted != null && counted.count > 0;
      if (counted != null && inRight && (all || intersect)) {
        // without ALL a row is returned once
        counted.count = all ? counted.count - 1 : 0;
      }
      return inRight == intersect;
    }

    @Override
    public void release() {
      counts.clear();
      context.release(kept);
      kept = 0;
    }

    @Override
    public boolean needsRight() {
      return intersect;
    }

    @Override
    public boolean needsLeft() {
      return true;
    }
  }
}
