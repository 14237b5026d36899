package io.mosql.sql.exec.dml;

import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.version.ColumnSet;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resolves additions that the storage cannot apply itself, because the sum must be rounded or
 * exceeds its type or bounds: reads the old values, computes the sums and reports violated
 * constraints. Immutable.
 */
final class AdditionResolver {
  private final TableWriter writer;
  private final CompiledAssignments changes;
  private final List<ExpressionCompiler.@Nullable Predicate> boundChecks;
  private final RowDecoder decoder;
  private final RowLocker hold;

  /**
   * Creates a resolver for one table.
   *
   * @param boundChecks of the table that additions carry as bounds
   * @param reads ordinals of the row that the statement reads in any case
   */
  AdditionResolver(
      TableWriter writer,
      CompiledAssignments changes,
      List<ExpressionCompiler.@Nullable Predicate> boundChecks,
      ColumnSet reads) {
    this.writer = writer;
    this.changes = changes;
    this.boundChecks = boundChecks;
    BitSet added = new BitSet();
    for (int i = 0; i < changes.columns().length; i++) {
      if (changes.addendOrdinals().contains(changes.ordinals()[i])) {
        added.set(changes.columns()[i]);
      }
    }
    this.decoder = new RowDecoder(writer.table(), ColumnSet.of(added.stream().toArray()));
    this.hold =
        new RowLocker(
            writer.table(),
            writer.table().rowTree(),
            LockMode.change(
                reads.union(changes.addendOrdinals()),
                changes.assignedOrdinals().union(changes.addendOrdinals()),
                ColumnSet.NONE));
  }

  /**
   * Replaces the addends of assignments by sums.
   *
   * @return null when there is no such row
   * @throws io.mosql.core.error.MosqlException 22003, 23514
   */
  @Nullable Object @Nullable [] resolve(
      @Nullable Object[] assigned, byte[] key, ExecutionContext context) {
    hold.lock(key, context);
    byte[] stored =
        context.transaction().certified().get(writer.table().rowTree(), key, decoder.readSet());
    if (stored == null) {
      return null;
    }
    Object[] row = decoder.decodeInline(stored);
    Object[] resolved = assigned.clone();
    for (int i = 0; i < resolved.length; i++) {
      int column = changes.columns()[i];
      if (resolved[i] instanceof CompiledAssignments.Addend addend) {
        resolved[i] = sum(column, row[column], addend.number());
      }
      row[column] = resolved[i];
    }
    writer.check(row, boundChecks, context);
    return resolved;
  }

  /** Adds a number to an old value; NULL remains NULL. */
  private @Nullable Object sum(int column, @Nullable Object old, BigDecimal number) {
    return old == null ? null : writer.stored(column, Arithmetic.decimal((Number) old).add(number));
  }
}
