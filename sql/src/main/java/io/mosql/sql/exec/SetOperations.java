package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * UNION, INTERSECT, EXCEPT; with ALL by counts. What they keep goes to files, by the hash of the
 * rows, when there is no room for it; the rows then come in another order.
 */
final class SetOperations {
  private SetOperations() {}

  static Operator compile(PlanNode.SetOperation node, List<Operator> inputs) {
    boolean all = node.all();
    FieldCollations texts = FieldCollations.of(node.rowType());
    return context -> {
      if (node.kind() == PlanNode.SetOperation.Kind.UNION) {
        RowStream chained = chain(inputs, context);
        return all ? chained : new Distinct(chained, texts, context);
      }
      boolean intersect = node.kind() == PlanNode.SetOperation.Kind.INTERSECT;
      RowStream rows = inputs.get(0).open(context);
      for (Operator other : inputs.subList(1, inputs.size())) {
        rows = new Compared(intersect, all, texts, rows, other, context);
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

  /** Rows that came for the first time; those for which there is no room come in the end. */
  private static final class Distinct implements RowStream {
    private final FieldCollations texts;
    private final ExecutionContext context;
    private final Set<RowKey> seen = new HashSet<>();
    private final Partitions partitions;
    private @Nullable RowStream current;
    private long kept;

    Distinct(RowStream rows, FieldCollations texts, ExecutionContext context) {
      this.texts = texts;
      this.context = context;
      this.partitions = new Partitions(context);
      this.current = rows;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (current != null) {
        for (Object[] row = current.next(); row != null; row = current.next()) {
          RowKey key = RowKey.of(row, texts);
          if (seen.contains(key)) {
            continue;
          }
          if (partitions.takes(kept)) {
            partitions.add(row, key);
            continue;
          }
          seen.add(key);
          long before = context.charged();
          context.charge(row, RowKey.HASHED_BYTES);
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

  /** Left rows that are among the right ones, or that are not. */
  private static final class Compared extends PairedParts {
    private final boolean intersect;
    private final boolean all;
    private final FieldCollations texts;
    private final RowStream left;
    private final Operator right;
    private final ExecutionContext context;
    private final Map<RowKey, Counted> counts = new HashMap<>();
    private boolean started;
    private long kept;

    private static final class Counted {
      private final @Nullable Object[] row;
      private int count;

      Counted(@Nullable Object[] row) {
        this.row = row;
      }
    }

    Compared(
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
    @Nullable RowStream first() {
      if (started) {
        return null;
      }
      started = true;
      return paired(left, right.open(context), 0);
    }

    @Override
    @Nullable RowStream paired(RowStream leftRows, RowStream rightRows, int depth) {
      RowParts rightParts = count(rightRows, depth);
      if (rightParts == null) {
        return () -> {
          Object[] row = leftRows.next();
          while (row != null && !passes(row)) {
            row = leftRows.next();
          }
          return row;
        };
      }
      RowParts leftParts = new RowParts(context, depth);
      for (Object[] row = leftRows.next(); row != null; row = leftRows.next()) {
        leftParts.add(row, RowKey.of(row, texts));
      }
      divide(leftParts, rightParts, depth);
      return null;
    }

    /** Counts the rows; null, or the parts that they were put into for want of room. */
    private @Nullable RowParts count(RowStream rows, int depth) {
      RowParts parts = null;
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        context.step();
        RowKey key = RowKey.of(row, texts);
        Counted known = counts.get(key);
        if (known != null) {
          known.count++;
          continue;
        }
        if (parts == null && depth < RowParts.DEPTH_MAX && context.shouldSpill(kept)) {
          parts = new RowParts(context, depth);
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

    private void keep(@Nullable Object[] row, RowKey key) {
      long before = context.charged();
      context.charge(row, RowKey.HASHED_BYTES);
      kept += context.charged() - before;
      Counted counted = new Counted(row);
      counted.count = 1;
      counts.put(key, counted);
    }

    private void moveTo(RowParts parts) {
      counts.forEach(
          (key, counted) -> {
            for (int i = 0; i < (all ? counted.count : 1); i++) {
              parts.add(counted.row, key);
            }
          });
      forget();
    }

    private boolean passes(@Nullable Object[] row) {
      Counted counted = counts.get(RowKey.of(row, texts));
      boolean inRight = counted != null && counted.count > 0;
      if (counted != null && inRight && (all || intersect)) {
        // without ALL a row is found once
        counted.count = all ? counted.count - 1 : 0;
      }
      return inRight == intersect;
    }

    @Override
    void forget() {
      counts.clear();
      context.release(kept);
      kept = 0;
    }

    @Override
    boolean needsRight() {
      return intersect;
    }

    @Override
    boolean needsLeft() {
      return true;
    }
  }
}
