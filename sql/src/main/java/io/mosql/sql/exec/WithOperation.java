package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled WITH that changes rows. All parts read the database as it was before the first one, so
 * that one sees what another did only by what that returned; what a part writes it writes on top of
 * what others wrote. Parts that the body reads are run before it, other changes behind it. A row is
 * changed by one part at most: the first one. Actions and checks of foreign keys follow when all
 * parts are done. Immutable.
 */
final class WithOperation implements Modifications.Modification {
  private final List<Part> items;
  private final Part body;

  /**
   * A part, compiled: a query or a change.
   *
   * @param needed items that it reads
   */
  record Part(
      @Nullable Operator query, Modifications.@Nullable Modification change, BitSet needed) {
    static Part query(Operator query, PlanNode plan) {
      return new Part(query, null, needed(plan));
    }

    static Part change(Modifications.Modification change, PlanNode plan) {
      return new Part(null, change, needed(plan));
    }

    private static BitSet needed(PlanNode plan) {
      BitSet needed = new BitSet();
      addNeeded(plan, needed);
      return needed;
    }

    private static void addNeeded(PlanNode plan, BitSet needed) {
      if (plan instanceof PlanNode.CteScan scan) {
        needed.set(scan.item());
      }
      plan.inputs().forEach(input -> addNeeded(input, needed));
    }
  }

  WithOperation(List<Part> items, Part body) {
    this.items = List.copyOf(items);
    this.body = body;
  }

  @Override
  public long run(ExecutionContext context) {
    StatementParts parts = context.beginParts(items.size());
    try {
      runNeeded(body, parts, context);
      context.beginBody();
      long count = runBody(context);
      context.endBody();
      for (int i = 0; i < items.size(); i++) {
        if (items.get(i).change != null) {
          run(i, parts, context);
        }
      }
      parts.end();
      return count;
    } finally {
      context.endParts();
    }
  }

  /** Runs what a part reads, in order. */
  private void runNeeded(Part part, StatementParts parts, ExecutionContext context) {
    for (int i = part.needed.nextSetBit(0); i >= 0; i = part.needed.nextSetBit(i + 1)) {
      run(i, parts, context);
    }
  }

  /** Runs an item, unless it was run. */
  private void run(int item, StatementParts parts, ExecutionContext context) {
    if (parts.has(item)) {
      return;
    }
    Part part = items.get(item);
    runNeeded(part, parts, context);
    RowStream rows =
        part.change == null
            ? java.util.Objects.requireNonNull(part.query).open(context)
            : changed(part.change, context);
    parts.set(item, KeptRows.of(rows, context)::open);
  }

  /** What a change returns. */
  private static RowStream changed(Modifications.Modification change, ExecutionContext context) {
    List<@Nullable Object[]> outer = context.returnInto(new ArrayList<>());
    try {
      change.run(context);
    } finally {
      outer = context.returnInto(outer);
    }
    Iterator<@Nullable Object[]> rest = outer.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }

  private long runBody(ExecutionContext context) {
    if (body.change != null) {
      return body.change.run(context);
    }
    long count = 0;
    RowStream rows = java.util.Objects.requireNonNull(body.query).open(context);
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      context.returnRow(row);
      count++;
    }
    return count;
  }
}
