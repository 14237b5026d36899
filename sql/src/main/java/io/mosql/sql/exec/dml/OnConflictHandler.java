package io.mosql.sql.exec.dml;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.transaction.TreeReader;
import io.mosql.storage.version.ColumnSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The compiled ON CONFLICT clause of an INSERT. Immutable.
 *
 * <p>The existence of a key is a certified read; of the existing row only the columns that the
 * update needs are read. If two transactions insert the same key concurrently, one of them finds
 * the row of the other when it is retried; additions to one row do not conflict.
 */
final class OnConflictHandler {
  private static final Object[] NO_ROW = {};

  private final TableWriter writer;
  private final OnConflictAction conflict;
  private final List<KeyEncoder> keys = new ArrayList<>();
  private final @Nullable RowUpdater update;
  private final @Nullable RowDeleter removal;
  private final ReferentialActions actions;
  private final ExpressionCompiler.Predicate condition;

  /** Columns of the existing row that the update reads. */
  private final ColumnSet looked;

  private final RowDecoder decoder;

  /**
   * Compiles the clause.
   *
   * @param writer by which rows are inserted
   */
  OnConflictHandler(
      OnConflictAction conflict,
      TableWriter writer,
      ReturningProjection returned,
      Catalog catalog,
      ExpressionCompiler compiler) {
    TableDef table = writer.table();
    this.writer = writer;
    this.conflict = conflict;
    for (IndexDef key : conflict.keys()) {
      keys.add(
          key.primary() ? writer.primary() : writer.indexes().get(table.indexes().indexOf(key)));
    }
    ColumnSet inputs = ExpressionCompiler.inputs(conflict.condition());
    for (RexNode value : CompiledAssignments.values(conflict.assignments())) {
      inputs = inputs.union(ExpressionCompiler.inputs(value));
    }
    this.looked = ordinalsBelow(inputs, table.columns().size());
    this.decoder = new RowDecoder(table, looked);
    this.condition = compiler.condition(conflict.condition());
    this.update =
        conflict.assignments().isEmpty()
            ? null
            : new RowUpdater(
                new TableWriter(
                    table,
                    catalog,
                    ModificationCompiler.checks(conflict.checks(), compiler),
                    compiler.formulas()),
                conflict.assignments(),
                conflict.checks(),
                conflict.boundChecks(),
                returned,
                decoder.readSet(),
                catalog,
                compiler);
    this.actions = new ReferentialActions(table, catalog, compiler);
    this.removal =
        conflict.kind() == OnConflictAction.Kind.REPLACE
            ? new RowDeleter(writer, ReturningProjection.none(table, compiler), ColumnSet.NONE)
            : null;
  }

  /** The columns with an ordinal below a bound. */
  static ColumnSet ordinalsBelow(ColumnSet columns, int bound) {
    List<Integer> below = new ArrayList<>();
    for (int i = columns.next(0); i >= 0 && i < bound; i = columns.next(i + 1)) {
      below.add(i);
    }
    return ColumnSet.of(below.stream().mapToInt(Integer::intValue).toArray());
  }

  Run begin(ExecutionContext context) {
    return new Run(context);
  }

  /** The conflicts of one execution. */
  final class Run {
    private final ExecutionContext context;
    private final TreeReader certain;
    private final List<RowUpdater.UpdatedRow> changes = new ArrayList<>();

    /** Keys of rows written by this execution, if they are needed. */
    private final Set<ByteBuffer> written = new HashSet<>();

    private long count;

    private Run(ExecutionContext context) {
      this.context = context;
      this.certain = context.transaction().certified();
    }

    /** Number of changed rows to add to the count of the statement. */
    long count() {
      return count;
    }

    /**
     * Resolves the conflicts of a new row.
     *
     * @param row complete and checked
     * @return whether the row is to be inserted
     */
    boolean resolve(@Nullable Object[] row) {
      switch (conflict.kind()) {
        case SKIP -> {
          return findConflicting(row) == null;
        }
        case REPLACE -> {
          for (byte[] key = findConflicting(row); key != null; key = findConflicting(row)) {
            replace(key);
          }
          return true;
        }
        case UPDATE, UPDATE_AGAIN -> {
          byte[] key = findConflicting(row);
          if (key != null) {
            update(key, row);
            return false;
          }
          note(writer.primaryKey(row, context.scratch()));
          return true;
        }
      }
      throw new InvariantViolation("ON CONFLICT skips, replaces or updates");
    }

    /** The primary key of a row that conflicts with this one; null when there is none. */
    private byte @Nullable [] findConflicting(@Nullable Object[] row) {
      for (KeyEncoder encoder : keys) {
        IndexDef index = encoder.index();
        if (index.primary()) {
          byte[] key = writer.primaryKey(row, context.scratch());
          if (certain.get(index.id(), key, ColumnSet.NONE) != null) {
            return key;
          }
        } else if (encoder.includes(row) && !encoder.hasNull(row)) {
          byte[] entry = writer.checked(encoder.key(row, context.scratch().key()), index);
          byte[] key = certain.get(index.id(), entry, ColumnSet.ALL);
          if (key != null) {
            return key;
          }
        }
      }
      return null;
    }

    private void replace(byte[] key) {
      RowDeleter removing = java.util.Objects.requireNonNull(removal);
      removing.locker().lock(key, context);
      List<@Nullable Object[]> gone = new ArrayList<>();
      removing.delete(key, NO_ROW, gone, context);
      ReferentialActions.Run following = actions.begin(context);
      following.rowsDeleted(removing, gone);
      following.applyAndCheck();
      count++;
    }

    private void note(byte[] key) {
      if (conflict.kind() == OnConflictAction.Kind.UPDATE) {
        context.chargeBytes(key.length + ExecutionContext.FOUND_BYTES);
        written.add(ByteBuffer.wrap(key));
      }
    }

    private void update(byte[] key, @Nullable Object[] row) {
      RowUpdater updating = java.util.Objects.requireNonNull(update);
      boolean first = context.registerChange(writer.table().rowTree(), key);
      if (!first && conflict.kind() == OnConflictAction.Kind.UPDATE
          || written.contains(ByteBuffer.wrap(key))) {
        throw SqlErrorMessage.UPSERT_ROW_TWICE.error(writer.table().name());
      }
      updating.locker().lock(key, context);
      Object[] both = combinedRow(key, row);
      if (!condition.test(both, context)) {
        return;
      }
      RowUpdater.UpdatedRow change = updating.begin(key, both, context);
      if (change == null) {
        throw missing();
      }
      note(key);
      count += conflict.kind() == OnConflictAction.Kind.UPDATE_AGAIN ? 2 : 1;
      if (updating.needsFinish()) {
        updating.finish(change, context);
        context.charge(change.before());
        context.charge(change.after());
        changes.add(change);
      }
    }

    /** The existing row, as far as it is read, followed by the row proposed for insertion. */
    private @Nullable Object[] combinedRow(byte[] key, @Nullable Object[] row) {
      Object[] both = new Object[2 * row.length];
      System.arraycopy(row, 0, both, row.length, row.length);
      if (!looked.isEmpty()) {
        byte[] stored = certain.get(writer.table().rowTree(), key, decoder.readSet());
        if (stored == null) {
          throw missing();
        }
        System.arraycopy(decoder.decode(stored, context.transaction()), 0, both, 0, row.length);
      }
      return both;
    }

    private MosqlException missing() {
      return SqlErrorMessage.INDEX_ENTRY_WITHOUT_ROW.error(
          "a unique index", writer.table().qualifiedName());
    }

    /**
     * Checks the foreign keys of changed rows after the last row.
     *
     * @throws MosqlException 23503
     */
    void checkForeignKeys() {
      if (!changes.isEmpty()) {
        context.onStatementEnd(
            () -> {
              ReferentialActions.Run following = actions.begin(context);
              following.rowsUpdated(java.util.Objects.requireNonNull(update), changes);
              following.applyAndCheck();
            });
      }
    }
  }
}
