package io.mosql.sql.exec;

import io.mosql.storage.ColumnSet;
import io.mosql.storage.ReservationMode;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of additions that cannot be left to the storage, because the sum is to be rounded,
 * or leaves its type or its bounds in the row as the transaction sees it: the old values are read
 * for certain, the sums are made, and who breaks a constraint is told so. Immutable.
 */
final class WorkedOutSums {
  private final TableWriter writer;
  private final ColumnChanges changes;
  private final List<ExpressionCompiler.@Nullable Predicate> boundChecks;
  private final RowDecoder decoder;
  private final RowHold hold;

  /**
   * @param boundChecks of the table, those that additions carry as bounds
   * @param reads ordinals that the statement looks at in the row anyway
   */
  WorkedOutSums(
      TableWriter writer,
      ColumnChanges changes,
      List<ExpressionCompiler.@Nullable Predicate> boundChecks,
      ColumnSet reads) {
    this.writer = writer;
    this.changes = changes;
    this.boundChecks = boundChecks;
    BitSet added = new BitSet();
    for (int i = 0; i < changes.columns().length; i++) {
      if (changes.adds().contains(changes.ordinals()[i])) {
        added.set(changes.columns()[i]);
      }
    }
    this.decoder = new RowDecoder(writer.table(), ColumnSet.of(added.stream().toArray()));
    this.hold =
        new RowHold(
            writer.table(),
            writer.table().rowTree(),
            ReservationMode.change(
                reads.union(changes.adds()), changes.sets().union(changes.adds()), ColumnSet.NONE));
  }

  /**
   * The assignments with sums in the place of addends.
   *
   * @return null when there is no such row
   * @throws io.mosql.core.error.MosqlException 22003, 23514
   */
  @Nullable Object @Nullable [] resolved(
      @Nullable Object[] assigned, byte[] key, ExecutionContext context) {
    hold.hold(key, context);
    byte[] stored =
        context.transaction().certain().get(writer.table().rowTree(), key, decoder.readSet());
    if (stored == null) {
      return null;
    }
    Object[] row = decoder.decodeInline(stored);
    Object[] resolved = assigned.clone();
    for (int i = 0; i < resolved.length; i++) {
      int column = changes.columns()[i];
      if (resolved[i] instanceof ColumnChanges.Addend addend) {
        resolved[i] = sum(column, row[column], addend.number());
      }
      row[column] = resolved[i];
    }
    writer.check(row, boundChecks, context);
    return resolved;
  }

  /** NULL stays NULL. */
  private @Nullable Object sum(int column, @Nullable Object old, BigDecimal number) {
    return old == null ? null : writer.stored(column, Arithmetic.decimal((Number) old).add(number));
  }
}
