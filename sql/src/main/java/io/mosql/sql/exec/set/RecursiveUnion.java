package io.mosql.sql.exec.set;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.DistinctRows;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates WITH RECURSIVE iteration by iteration and returns each row as it is found. The rows of
 * an iteration are buffered as the working table of the next one; without ALL, all rows returned so
 * far are kept to detect duplicates. Both are in files as far as they do not fit into memory; the
 * result and its order do not depend on it.
 */
public final class RecursiveUnion {
  /** Number of positions at which a working table is read alternately without reading twice. */
  private static final int PLACES = 4;

  private RecursiveUnion() {}

  public static Operator compile(PlanNode.Recursion node, Operator seed, Operator step) {
    return context -> new Iterations(node, seed, step, context);
  }

  public static Operator scanWorkingTable(int recursion) {
    return context -> {
      RowStream rows = context.openWorkingTable(recursion);
      return () -> {
        context.step();
        return rows.next();
      };
    };
  }

  private static final class Iterations implements RowStream {
    private final int id;
    private final Operator step;
    private final ExecutionContext context;
    private final @Nullable DistinctRows known;
    private JoinCompiler.PassThroughRows rows;
    private RowBuffer workingTable;
    private Supplier<RowStream> workingTableRows;
    private RowBuffer found;
    private boolean done;

    Iterations(PlanNode.Recursion node, Operator seed, Operator step, ExecutionContext context) {
      this.id = node.id();
      this.step = step;
      this.context = context;
      this.known =
          node.all() ? null : new DistinctRows(context, FieldCollations.of(node.rowType()));
      this.rows = new JoinCompiler.PassThroughRows(seed, context);
      this.workingTable = new RowBuffer(context, PLACES);
      this.workingTableRows = () -> RowStream.EMPTY;
      this.found = new RowBuffer(context, PLACES);
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (!done) {
        // another run of the same recursion may have replaced the working table
        context.setWorkingTable(id, workingTableRows);
        Object[] row = rows.next();
        if (row == null) {
          nextIteration();
        } else {
          context.step();
          if (known == null || known.add(row)) {
            found.add(row);
            return row;
          }
        }
      }
      return null;
    }

    private static RowStream rowsOf(RowBuffer buffer) {
      int[] at = {0};
      return () -> at[0] < buffer.size() ? buffer.row(at[0]++) : null;
    }

    private void nextIteration() {
      rows.release();
      workingTable.release();
      RowBuffer read = found;
      workingTable = read;
      if (read.size() == 0) {
        done = true;
        if (known != null) {
          known.release();
        }
      } else {
        context.checkCancelled();
        workingTableRows = () -> rowsOf(read);
        context.setWorkingTable(id, workingTableRows);
        found = new RowBuffer(context, PLACES);
        rows = new JoinCompiler.PassThroughRows(step, context);
      }
    }
  }
}
