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
   * Compiles the target rows of a source.
   *
   * @param node from which the source was compiled
   * @param keyFields fields of the source that contain the primary key
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

  /** Whether the plan may return a row more than once. */
  private static boolean mayRepeatRows(PlanNode node) {
    return node.inputs().size() > 1
        || node.inputs().stream().anyMatch(ModificationTargets::mayRepeatRows);
  }

  /** A source row and the key of its target row. */
  record TargetRow(byte[] key, @Nullable Object[] row) {}

  /**
   * Finds and locks the target rows, except rows that another part of the statement has changed.
   *
   * @throws io.mosql.storage.transaction.RowChangedException when a row was changed after the
   *     snapshot
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
