package io.mosql.sql.exec.set;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.HashKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates WITH RECURSIVE iteration by iteration and returns each row as it is found. The rows of
 * an iteration are buffered as the working table of the next one; without ALL, all rows returned so
 * far are kept to detect duplicates.
 */
public final class RecursiveUnion {
  private RecursiveUnion() {}

  public static Operator compile(PlanNode.Recursion node, Operator seed, Operator step) {
    return context -> new Iterations(node, seed, step, context);
  }

  public static Operator scanWorkingTable(int recursion) {
    return context -> {
      Iterator<@Nullable Object[]> rows = context.workingTable(recursion).iterator();
      return () -> {
        context.step();
        return rows.hasNext() ? rows.next() : null;
      };
    };
  }

  private static final class Iterations implements RowStream {
    private final int id;
    private final Operator step;
    private final ExecutionContext context;
    private final @Nullable Set<HashKey> seen;
    private final FieldCollations texts;
    private JoinCompiler.PassThroughRows rows;
    private List<@Nullable Object[]> round = List.of();
    private List<@Nullable Object[]> found = new ArrayList<>();
    private long roundBytes;
    private long foundBytes;
    private boolean done;

    Iterations(PlanNode.Recursion node, Operator seed, Operator step, ExecutionContext context) {
      this.id = node.id();
      this.step = step;
      this.context = context;
      this.seen = node.all() ? null : new HashSet<>();
      this.texts = FieldCollations.of(node.rowType());
      this.rows = new JoinCompiler.PassThroughRows(seed, context);
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (!done) {
        // another run of the same recursion may have replaced the working table
        context.setWorkingTable(id, round);
        Object[] row = rows.next();
        if (row == null) {
          nextIteration();
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
      if (!seen.add(HashKey.of(row, texts))) {
        return false;
      }
      context.chargeBytes(HashKey.HASHED_BYTES);
      return true;
    }

    private void nextIteration() {
      rows.release();
      context.release(roundBytes);
      round = found;
      roundBytes = foundBytes;
      found = new ArrayList<>();
      foundBytes = 0;
      if (round.isEmpty()) {
        done = true;
      } else {
        context.checkCancelled();
        context.setWorkingTable(id, round);
        rows = new JoinCompiler.PassThroughRows(step, context);
      }
    }
  }
}
