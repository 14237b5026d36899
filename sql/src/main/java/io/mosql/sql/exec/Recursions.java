package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * WITH RECURSIVE: round by round, each row handed on as it is found. What a round yields is kept
 * for the next one; without ALL every row that was ever yielded is remembered.
 */
final class Recursions {
  private Recursions() {}

  static Operator compile(PlanNode.Recursion node, Operator seed, Operator step) {
    return context -> new Rounds(node, seed, step, context);
  }

  static Operator scan(int recursion) {
    return context -> {
      Iterator<@Nullable Object[]> rows = context.round(recursion).iterator();
      return () -> {
        context.step();
        return rows.hasNext() ? rows.next() : null;
      };
    };
  }

  private static final class Rounds implements RowStream {
    private final int id;
    private final Operator step;
    private final ExecutionContext context;
    private final @Nullable Set<RowKey> seen;
    private final FieldCollations texts;
    private Joins.Passing rows;
    private List<@Nullable Object[]> round = List.of();
    private List<@Nullable Object[]> found = new ArrayList<>();
    private long roundBytes;
    private long foundBytes;
    private boolean done;

    Rounds(PlanNode.Recursion node, Operator seed, Operator step, ExecutionContext context) {
      this.id = node.id();
      this.step = step;
      this.context = context;
      this.seen = node.all() ? null : new HashSet<>();
      this.texts = FieldCollations.of(node.rowType());
      this.rows = new Joins.Passing(seed, context);
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (!done) {
        // another run of the same recursion may have been here in between
        context.setRound(id, round);
        Object[] row = rows.next();
        if (row == null) {
          nextRound();
        } else if (isNew(row)) {
          long before = context.charged();
          context.charge(row);
          foundBytes += context.charged() - before;
          found.add(row);
          return row;
        }
      }
      return null;
    }

    private boolean isNew(@Nullable Object[] row) {
      context.step();
      if (seen == null) {
        return true;
      }
      if (!seen.add(RowKey.of(row, texts))) {
        return false;
      }
      context.chargeBytes(RowKey.HASHED_BYTES);
      return true;
    }

    private void nextRound() {
      rows.forget();
      context.release(roundBytes);
      round = found;
      roundBytes = foundBytes;
      found = new ArrayList<>();
      foundBytes = 0;
      if (round.isEmpty()) {
        done = true;
      } else {
        context.checkCancelled();
        context.setRound(id, round);
        rows = new Joins.Passing(step, context);
      }
    }
  }
}
