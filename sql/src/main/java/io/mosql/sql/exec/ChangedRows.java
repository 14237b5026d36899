package io.mosql.sql.exec;

import io.mosql.sql.plan.PlanNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows that an UPDATE or DELETE is about: its source read to the end, each row once, all held.
 * Immutable.
 */
final class ChangedRows {
  private final Operator source;
  private final KeyEncoder primary;
  private final int[] keyFields;
  private final RowHold hold;
  private final long tree;
  private final boolean joins;

  /**
   * @param node that the source was compiled from
   * @param keyFields fields of the source that hold the primary key
   */
  ChangedRows(
      Operator source, PlanNode node, TableWriter writer, List<Integer> keyFields, RowHold hold) {
    this.source = source;
    this.primary = writer.primary();
    this.tree = writer.table().rowTree();
    this.keyFields = keyFields.stream().mapToInt(Integer::intValue).toArray();
    this.hold = hold;
    this.joins = joins(node);
  }

  /** Whether a row may be found in several ways. */
  private static boolean joins(PlanNode node) {
    return node.inputs().size() > 1 || node.inputs().stream().anyMatch(ChangedRows::joins);
  }

  /** A row of the source and the key of the table's row that it is about. */
  record Found(byte[] key, @Nullable Object[] row) {}

  /**
   * Finds and holds them, but for those that another part of the statement has changed.
   *
   * @throws io.mosql.storage.RowChangedException when one is not the snapshot's any more
   */
  List<Found> find(ExecutionContext context) {
    List<@Nullable Object[]> rows = Joins.read(source, context);
    List<Found> found = new ArrayList<>(rows.size());
    List<byte[]> keys = new ArrayList<>(rows.size());
    Set<ByteBuffer> known = joins ? new HashSet<>() : Set.of();
    for (Object[] row : rows) {
      byte[] key = key(row);
      if ((!joins || known.add(ByteBuffer.wrap(key))) && context.change(tree, key)) {
        context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
        found.add(new Found(key, row));
        keys.add(key);
      }
    }
    hold.holdAll(keys, context);
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
