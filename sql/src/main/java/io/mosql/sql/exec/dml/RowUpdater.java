package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Updates single rows of a table. Index entries are removed when the update of a row begins and
 * added when it finishes, and a changed key is deleted before it is inserted; a statement that
 * begins all rows before it finishes the first can therefore execute {@code id = id + 1}.
 *
 * <p>A row is changed by a patch of the changed columns. Old values are read only as far as an
 * index, check or foreign key of a set column, or RETURNING, needs them, and these reads are
 * certified. Large values are written only if they are set, and loaded only if an expression reads
 * them; when the key changes, the descriptors of the others are moved. Immutable.
 */
final class RowUpdater {
  private final TableWriter writer;
  private final GeneratedColumns generated;
  private final CompiledAssignments changes;
  private final AdditionResolver sums;
  private final BitSet changed;
  private final List<KeyEncoder> touchedIndexes = new ArrayList<>();
  private final boolean movesKey;

  /** Whether a second step is needed after all rows were changed. */
  private final boolean needsFinish;

  /** Whether any old value is read, including those of the key. */
  private final boolean looks;

  private final ReturningProjection returned;
  private final RowLocker locker;
  private final RowDecoder decoder;

  /** Columns whose old values are read. */
  private final ColumnSet needed;

  /** Ordinals of the set columns that may have large values to delete. */
  private final ColumnSet replaced;

  /** Ordinals that are read again for the write when the reads of the source are certified. */
  private final ColumnSet reads;

  /** Ordinals that are read again when the reads of the source are not certified. */
  private final ColumnSet readsAll;

  /**
   * Compiles an updater.
   *
   * @param writer with the checks that the assignments concern
   * @param assignments over the row passed to {@link #begin}
   * @param checks those of the writer, as planned
   * @param boundChecks as of {@link PlanNode.Update}
   * @param found ordinals by which the source selected the rows
   */
  RowUpdater(
      TableWriter writer,
      List<Assignment> assignments,
      List<? extends @Nullable RexNode> checks,
      List<? extends @Nullable RexNode> boundChecks,
      ReturningProjection returned,
      ColumnSet found,
      Catalog catalog,
      ExpressionCompiler compiler) {
    TableDef table = writer.table();
    this.writer = writer;
    this.returned = returned;
    BitSet given = new BitSet();
    assignments.forEach(assignment -> given.set(assignment.column()));
    this.generated = new GeneratedColumns(writer, given, catalog, compiler);
    List<Assignment> all = new ArrayList<>(assignments);
    generated.columns().forEach(column -> all.add(new Assignment.Generated(column)));
    this.changes = new CompiledAssignments(all, writer, compiler);
    this.changed = changes.changedColumns();
    this.movesKey = writer.primary().touches(changed);
    for (KeyEncoder index : writer.indexes()) {
      if (movesKey || index.touches(changed)) {
        touchedIndexes.add(index);
      }
    }
    boolean referring = writer.foreignKeys().touches(changed);
    this.needsFinish = movesKey || !touchedIndexes.isEmpty() || referring;
    this.needed = needed(checks, referring);
    this.looks = movesKey || !needed.isEmpty();
    this.decoder = new RowDecoder(table, movesKey ? all(table) : needed);
    this.replaced = writer.overflow().ordinals(changed.stream());
    this.reads = decoder.readSet().union(replaced);
    this.readsAll = reads.union(found);
    this.locker =
        movesKey
            ? RowLocker.forDelete(table, readsAll)
            : new RowLocker(
                table,
                table.rowTree(),
                LockMode.change(readsAll, changes.assignedOrdinals(), changes.addendOrdinals()));
    this.sums =
        new AdditionResolver(
            writer, changes, ModificationCompiler.checks(boundChecks, compiler), readsAll);
  }

  TableDef table() {
    return writer.table();
  }

  /** The locker of rows to be updated. */
  RowLocker locker() {
    return locker;
  }

  /** Whether updates have to be finished and their keys checked. */
  boolean needsFinish() {
    return needsFinish;
  }

  private static ColumnSet all(TableDef table) {
    return ColumnSet.of(IntStream.range(0, table.columns().size()).toArray());
  }

  private ColumnSet needed(List<? extends @Nullable RexNode> checks, boolean referring) {
    BitSet columns = new BitSet();
    if (needsFinish) {
      writer.table().primary().columns().forEach(c -> columns.set(c.column()));
    }
    if (referring || movesKey) {
      columns.or(writer.foreignKeys().columns());
    }
    ColumnSet all = ColumnSet.of(columns.stream().toArray()).union(generated.inputs());
    for (KeyEncoder index : touchedIndexes) {
      all = all.union(index.inputs());
    }
    for (RexNode check : checks) {
      all = all.union(ExpressionCompiler.inputs(check));
    }
    return all.union(returned.columns());
  }

  /**
   * A row before and after the update.
   *
   * @param outlined the new row in the form to be encoded when its key changes, else null
   */
  record UpdatedRow(
      byte[] key,
      @Nullable Object[] before,
      @Nullable Object[] after,
      @Nullable Object @Nullable [] outlined) {}

  private static final UpdatedRow BLIND =
      new UpdatedRow(new byte[0], new Object[0], new Object[0], null);

  /**
   * Changes a locked row and returns the change; null when the row does not exist any more.
   *
   * @param row the input of the assignments
   */
  @Nullable UpdatedRow begin(byte[] key, @Nullable Object[] row, ExecutionContext context) {
    Transaction transaction = context.transaction();
    Object[] assigned = changes.evaluate(row, context);
    ColumnSet wanted = transaction.level() == CertificationLevel.SERIALIZABLE ? reads : readsAll;
    if (wanted.isEmpty() && !looks) {
      if (!patch(key, moveOutOfLine(assigned, context), context)) {
        return null;
      }
      returned.addEmptyRow(row, context);
      return BLIND;
    }
    long tree = writer.table().rowTree();
    byte[] stored = transaction.certified().get(tree, key, wanted);
    if (stored == null) {
      return null; // The source returned the row twice and the first update changed its key.
    }
    Object[] inline = decoder.decodeInline(stored);
    Object[] before = inline.clone();
    decoder.load(before, needed, transaction);
    Object[] after = changes.apply(before, assigned);
    computeGenerated(after, assigned, context);
    writer.check(after, context);
    writer.overflow().delete(stored, replaced, transaction);
    Object[] outlined = moveOutOfLine(assigned, context);
    for (KeyEncoder index : touchedIndexes) {
      for (byte[] entry :
          movesKey ? index.storedEntries(before) : index.removedEntries(before, after)) {
        writer.removeEntry(index, entry, key, transaction);
      }
    }
    if (movesKey) {
      transaction.delete(tree, key);
      returned.add(after, row, context);
      return new UpdatedRow(key, before, after, changes.apply(inline, outlined));
    }
    if (!patch(key, outlined, context)) {
      return null;
    }
    returned.add(after, row, context);
    return new UpdatedRow(key, before, after, null);
  }

  private void computeGenerated(
      @Nullable Object[] after, @Nullable Object[] assigned, ExecutionContext context) {
    if (generated.isEmpty()) {
      return;
    }
    generated.fill(after, context);
    for (int i = 0; i < assigned.length; i++) {
      if (writer.table().columns().get(changes.columns()[i]).generated()) {
        assigned[i] = after[changes.columns()[i]];
      }
    }
  }

  private @Nullable Object[] moveOutOfLine(@Nullable Object[] assigned, ExecutionContext context) {
    Object[] outlined = new Object[assigned.length];
    for (int i = 0; i < assigned.length; i++) {
      outlined[i] = writer.overflow().moveOutOfLine(changes.columns()[i], assigned[i], context);
    }
    return outlined;
  }

  /** Patches the fields; returns false when there is no such row. */
  private boolean patch(byte[] key, @Nullable Object[] assigned, ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    Object[] values = assigned;
    if (CompiledAssignments.hasAddend(assigned)) {
      List<FieldPatch> patch = changes.patch(assigned);
      PatchResult result =
          patch == null ? PatchResult.REFUSED : transaction.patch(tree, key, patch);
      if (result != PatchResult.REFUSED) {
        return result == PatchResult.DONE;
      }
      values = sums.resolve(assigned, key, context);
      if (values == null) {
        return false;
      }
    }
    return transaction.set(tree, key, changes.ordinals(), changes.fields(values));
  }

  /** Inserts the moved row and the new index entries, once no row has its old keys any more. */
  void finish(UpdatedRow change, ExecutionContext context) {
    byte[] key = change.key;
    if (change.outlined != null) {
      key = writer.insertRow(change.after, change.outlined, context);
    }
    for (KeyEncoder index : touchedIndexes) {
      List<byte[]> entries =
          movesKey ? index.entries(change.after) : index.addedEntries(change.before, change.after);
      for (byte[] entry : entries) {
        writer.putEntry(index, entry, key, change.after, context);
      }
    }
  }

  /**
   * Checks foreign keys after all rows were finished.
   *
   * @throws io.mosql.core.error.MosqlException 23503
   */
  void checkKeys(UpdatedRow change, ExecutionContext context) {
    writer.foreignKeys().checkParents(change.after, changed, context);
    writer.foreignKeys().checkChildren(change.before, change.after, changed, context);
  }
}
