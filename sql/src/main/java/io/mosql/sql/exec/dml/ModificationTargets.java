package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.sql.exec.table.TableWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The target rows of an UPDATE or DELETE: the source is read to its end, each row once, and all
 * rows are locked. Immutable.
 */
final class ModificationTargets {
  private final Operator source;
  private final KeyEncoder primary;
  private final int[] keyFields;
  private final RowLocker hold;
  private final long tree;
  private final boolean mayRepeatRows;

  /**
   * @param node that the source was compiled from
   * @param keyFields fields of the source that hold the primary key
   */
  ModificationTargets(
      Operator source, PlanNode node, TableWriter writer, List<Integer> keyFields, RowLocker hold) {
    this.source = source;
    this.primary = writer.primary();
    this.tree = writer.table().rowTree();
    this.keyFields = keyFields.stream().mapToInt(Integer::intValue).toArray();
    this.hold = hold;
    this.mayRepeatRows = mayRepeatRows(node);
  }

  /** Whether a row may be found in several ways. */
  private static boolean mayRepeatRows(PlanNode node) {
    return node.inputs().size() > 1
        || node.inputs().stream().anyMatch(ModificationTargets::mayRepeatRows);
  }

  /** A row of the source and the key of the table's row that it is about. */
  record TargetRow(byte[] key, @Nullable Object[] row) {}

  /**
   * Finds and holds them, but for those that another part of the statement has changed.
   *
   * @throws io.mosql.storage.transaction.RowChangedException when one is not the snapshot's any
   *     more
   */
  List<TargetRow> findAndLock(ExecutionContext context) {
    List<@Nullable Object[]> rows = JoinCompiler.read(source, context);
    List<TargetRow> found = new ArrayList<>(rows.size());
    List<byte[]> keys = new ArrayList<>(rows.size());
    Set<ByteBuffer> known = mayRepeatRows ? new HashSet<>() : Set.of();
    for (Object[] row : rows) {
      byte[] key = key(row);
      if ((!mayRepeatRows || known.add(ByteBuffer.wrap(key)))
          && context.registerChange(tree, key)) {
        context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
        found.add(new TargetRow(key, row));
        keys.add(key);
      }
    }
    hold.lockAll(keys, context);
    return found;
  }

  private byte[] key(@Nullable Object[] row) {
    Object[] values = new Object[keyFields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[keyFields[i]];
    }
    return primary.prefix(values);
  }
}
