package io.mosql.sql.exec.join;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.sort.ExternalSort;
import io.mosql.sql.exec.spill.HashKey;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Hash join by one of several keys, for {@code a = b OR c = d}: the right rows are hashed by each
 * key. A right row that a left row finds by several keys is a candidate once, by the first of them.
 * When the right rows do not fit into memory, the left rows are written to a file and joined with
 * one part of them after the other, and the result is sorted back into the order of the left rows,
 * on which a plan may rely. Immutable.
 */
final class DisjunctiveJoinOperator {
  private final Operator left;
  private final Operator right;
  private final int leftWidth;
  private final int rightWidth;
  private final JoinRelType type;
  private final ExpressionCompiler.Predicate condition;
  private final List<Key> keys;

  /** A key that left and right rows may have in common. */
  private record Key(Expression[] left, Expression[] right, boolean[] padded) {}

  private DisjunctiveJoinOperator(
      PlanNode.DisjunctiveJoin node,
      Operator left,
      Operator right,
      ExpressionCompiler expressions) {
    this.left = left;
    this.right = right;
    this.leftWidth = node.left().rowType().getFieldCount();
    this.rightWidth = node.right().rowType().getFieldCount();
    this.type = node.type();
    this.condition = expressions.condition(node.condition());
    this.keys = new ArrayList<>();
    for (PlanNode.DisjunctiveJoin.Keys alternative : node.alternatives()) {
      boolean[] padded = new boolean[alternative.left().size()];
      for (int i = 0; i < padded.length; i++) {
        padded[i] = isChar(alternative.left().get(i)) || isChar(alternative.right().get(i));
      }
      keys.add(
          new Key(
              expressions.compileAll(alternative.left()),
              expressions.compileAll(alternative.right()),
              padded));
    }
  }

  private static boolean isChar(RexNode key) {
    return key.getType().getSqlTypeName() == SqlTypeName.CHAR;
  }

  static Operator compile(
      PlanNode.DisjunctiveJoin node,
      Operator left,
      Operator right,
      ExpressionCompiler expressions) {
    return new DisjunctiveJoinOperator(node, left, right, expressions)::open;
  }

  private RowStream open(ExecutionContext context) {
    RowStream rows = left.open(context);
    return new RowStream() {
      private @Nullable RowStream joined;

      @Override
      public @Nullable Object @Nullable [] next() {
        RowStream stream = joined;
        if (stream == null) {
          Object[] first = rows.next();
          stream = first == null ? EMPTY : start(first, rows, context);
          joined = stream;
        }
        return stream.next();
      }
    };
  }

  private RowStream start(@Nullable Object[] first, RowStream rows, ExecutionContext context) {
    Table table = new Table(context);
    RowStream rightRows = right.open(context);
    table.build(rightRows);
    if (table.ahead != null) {
      return inParts(first, rows, table, rightRows, context);
    }
    RowStream all =
        new RowStream() {
          private @Nullable Object @Nullable [] ahead = first;

          @Override
          public @Nullable Object @Nullable [] next() {
            Object[] row = ahead == null ? rows.next() : ahead;
            ahead = null;
            return row;
          }
        };
    RowStream joined = joined(all, table, type, () -> {}, context);
    return () -> {
      Object[] row = joined.next();
      if (row == null) {
        table.release();
      }
      return row;
    };
  }

  private RowStream joined(
      RowStream rows, Table table, JoinRelType driven, Runnable found, ExecutionContext context) {
    return new JoinStream(leftWidth, rightWidth, driven, condition, context, rows) {
      @Override
      RowStream matches(@Nullable Object[] leftRow) {
        return table.candidates(leftRow);
      }

      @Override
      void onMatch(@Nullable Object[] rightRow) {
        found.run();
      }
    };
  }

  /** Joins the left rows with each part of the right rows that fits into memory. */
  private RowStream inParts(
      @Nullable Object[] first,
      RowStream rows,
      Table table,
      RowStream rightRows,
      ExecutionContext context) {
    SpilledRows leftRows = new SpilledRows(context);
    for (Object[] row = first; row != null; row = rows.next()) {
      leftRows.add(row);
    }
    leftRows.written();
    context.chargeBytes(leftRows.count() / Byte.SIZE);
    boolean half = !type.projectsRight();
    int width = half ? leftWidth : leftWidth + rightWidth;
    BitSet met = new BitSet();
    Comparator<@Nullable Object[]> byNumber =
        Comparator.comparingLong(row -> row[width] instanceof Long number ? number : 0);
    ExternalSort sorted = new ExternalSort(byNumber, context);
    while (true) {
      int[] at = {-1};
      RowStream again = leftRows.reopen();
      RowStream left =
          () -> {
            Object[] row;
            do {
              row = again.next();
              at[0]++;
            } while (row != null && half && met.get(at[0]));
            return row;
          };
      RowStream joined =
          joined(
              left,
              table,
              half ? JoinRelType.SEMI : JoinRelType.INNER,
              () -> met.set(at[0]),
              context);
      for (Object[] row = joined.next(); row != null; row = joined.next()) {
        if (!half) {
          sorted.add(numbered(row, width, at[0]));
        }
      }
      if (table.ahead == null) {
        break;
      }
      table.release();
      table.build(rightRows);
    }
    table.release();
    if (type != JoinRelType.INNER) {
      boolean wanted = type == JoinRelType.SEMI;
      RowStream again = leftRows.reopen();
      for (int i = 0; i < leftRows.count(); i++) {
        Object[] row = again.next();
        if (row != null && met.get(i) == wanted) {
          sorted.add(numbered(row, width, i));
        }
      }
    }
    RowStream result = sorted.sorted();
    return () -> {
      Object[] row = result.next();
      return row == null ? null : Arrays.copyOf(row, width);
    };
  }

  private static @Nullable Object[] numbered(@Nullable Object[] row, int width, long number) {
    Object[] wider = Arrays.copyOf(row, width + 1);
    Arrays.fill(wider, Math.min(row.length, width), width, null);
    wider[width] = number;
    return wider;
  }

  /** A right row with its keys; null for a key that has a NULL. */
  private record Entry(@Nullable Object[] row, @Nullable HashKey[] keys) {}

  /** The right rows, or a part of them, by each key. Not thread-safe. */
  private final class Table {
    private final ExecutionContext context;
    private final List<Map<HashKey, List<Entry>>> byKey = new ArrayList<>();
    private long kept;

    /** The first row that did not fit into memory. */
    private @Nullable Object @Nullable [] ahead;

    Table(ExecutionContext context) {
      this.context = context;
      keys.forEach(key -> byKey.add(new HashMap<>()));
    }

    void build(RowStream rows) {
      Object[] row = ahead == null ? rows.next() : ahead;
      ahead = null;
      while (row != null) {
        context.step();
        if (context.shouldSpill(kept)) {
          ahead = row;
          return;
        }
        insert(row);
        row = rows.next();
      }
    }

    private void insert(@Nullable Object[] row) {
      HashKey[] own = new HashKey[keys.size()];
      int count = 0;
      for (int i = 0; i < own.length; i++) {
        own[i] = key(keys.get(i).right, keys.get(i).padded, row);
        count += own[i] == null ? 0 : 1;
      }
      if (count == 0) {
        return;
      }
      long before = context.charged();
      context.charge(row, count * HashKey.HASHED_BYTES);
      kept += context.charged() - before;
      Entry entry = new Entry(row, own);
      for (int i = 0; i < own.length; i++) {
        HashKey key = own[i];
        if (key != null) {
          byKey.get(i).computeIfAbsent(key, unused -> new ArrayList<>(1)).add(entry);
        }
      }
    }

    private @Nullable HashKey key(
        Expression[] expressions, boolean[] padded, @Nullable Object[] row) {
      Object[] values = new Object[expressions.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = expressions[i].evaluate(row, context);
        if (values[i] == null) {
          return null;
        }
      }
      return HashKey.of(values, padded);
    }

    /** Returns the right rows that have any key in common with the left row, each once. */
    RowStream candidates(@Nullable Object[] leftRow) {
      HashKey[] sought = new HashKey[keys.size()];
      for (int i = 0; i < sought.length; i++) {
        sought[i] = key(keys.get(i).left, keys.get(i).padded, leftRow);
      }
      return new RowStream() {
        private int alternative = -1;
        private Iterator<Entry> entries = List.<Entry>of().iterator();

        @Override
        public @Nullable Object @Nullable [] next() {
          while (true) {
            while (entries.hasNext()) {
              Entry entry = entries.next();
              if (!isFoundBefore(entry)) {
                return entry.row;
              }
            }
            if (++alternative >= sought.length) {
              return null;
            }
            HashKey key = sought[alternative];
            List<Entry> same = key == null ? null : byKey.get(alternative).get(key);
            entries = same == null ? List.<Entry>of().iterator() : same.iterator();
          }
        }

        private boolean isFoundBefore(Entry entry) {
          for (int i = 0; i < alternative; i++) {
            HashKey key = sought[i];
            if (key != null && key.equals(entry.keys[i])) {
              return true;
            }
          }
          return false;
        }
      };
    }

    void release() {
      byKey.forEach(Map::clear);
      context.release(kept);
      kept = 0;
    }
  }
}
