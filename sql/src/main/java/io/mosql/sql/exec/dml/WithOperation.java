package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.WithState;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled WITH that contains data-modifying statements. All parts read the snapshot from before
 * the first part, so that a part sees the effects of another only through its RETURNING rows;
 * writes of a part are applied on top of the writes of the others. Parts that the body reads run
 * before it, other modifications after it. Only the first part that modifies a row does so. Actions
 * and checks of foreign keys follow after all parts. Immutable.
 */
public final class WithOperation implements ModificationCompiler.Modification {
  private final List<CompiledWithItem> items;
  private final CompiledWithItem body;

  /**
   * A compiled part: a query or a modification.
   *
   * @param dependencies items that it reads
   */
  public record CompiledWithItem(
      @Nullable Operator query,
      ModificationCompiler.@Nullable Modification change,
      BitSet dependencies) {
    public static CompiledWithItem query(Operator query, PlanNode plan) {
      return new CompiledWithItem(query, null, dependencies(plan));
    }

    public static CompiledWithItem change(ModificationCompiler.Modification change, PlanNode plan) {
      return new CompiledWithItem(null, change, dependencies(plan));
    }

    private static BitSet dependencies(PlanNode plan) {
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

  public WithOperation(List<CompiledWithItem> items, CompiledWithItem body) {
    this.items = List.copyOf(items);
    this.body = body;
  }

  @Override
  public long run(ExecutionContext context) {
    WithState parts = context.beginWith(items.size());
    try {
      runDependencies(body, parts, context);
      context.beginBody();
      long count = runBody(context);
      context.endBody();
      for (int i = 0; i < items.size(); i++) {
        if (items.get(i).change != null) {
          run(i, parts, context);
        }
      }
      parts.runEndActions();
      return count;
    } finally {
      context.endWith();
    }
  }

  /** Runs the parts that a part reads, in order. */
  private void runDependencies(CompiledWithItem part, WithState parts, ExecutionContext context) {
    for (int i = part.dependencies.nextSetBit(0); i >= 0; i = part.dependencies.nextSetBit(i + 1)) {
      run(i, parts, context);
    }
  }

  /** Runs an item unless it has already run. */
  private void run(int item, WithState parts, ExecutionContext context) {
    if (parts.isMaterialized(item)) {
      return;
    }
    CompiledWithItem part = items.get(item);
    runDependencies(part, parts, context);
    RowStream rows =
        part.change == null
            ? java.util.Objects.requireNonNull(part.query).open(context)
            : changed(part.change, context);
    parts.materialize(item, RowBuffer.of(rows, context)::open);
  }

  /** The rows that a modification returns. */
  private static RowStream changed(
      ModificationCompiler.Modification change, ExecutionContext context) {
    List<@Nullable Object[]> outer = context.redirectReturning(new ArrayList<>());
    try {
      change.run(context);
    } finally {
      outer = context.redirectReturning(outer);
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
