package io.mosql.sql.exec.join;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.sort.ExternalSort;
import io.mosql.sql.exec.spill.HashKey;
import io.mosql.sql.exec.spill.HashPartitions;
import io.mosql.sql.exec.spill.PartitionPairStream;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Hash join: the right side is the build side; its hash table is built when the first left row
 * arrives. When the hash table does not fit into memory, both sides are partitioned into files by
 * the hash of their keys and joined partition by partition, and the result is sorted back into the
 * order of the left rows, on which a plan may rely. A partition with too many right rows of one key
 * is joined in chunks. The hash table of a join that is executed repeatedly may be cached for the
 * statement. Immutable.
 */
final class HashJoinOperator {
  private final Operator left;
  private final Operator right;
  private final int leftWidth;
  private final int rightWidth;
  private final int[] leftKeys;
  private final int[] rightKeys;
  private final boolean[] padded;
  private final JoinRelType type;
  private final ExpressionCompiler.Predicate condition;
  private final boolean kept;
  private final boolean oneLeft;

  private HashJoinOperator(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    this.left = left;
    this.right = right;
    this.leftWidth = node.left().rowType().getFieldCount();
    this.rightWidth = node.right().rowType().getFieldCount();
    this.leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    this.rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    this.padded = padded(node);
    this.type = node.type();
    this.condition = condition;
    this.kept = node.materialized();
    this.oneLeft = isOneRow(node.left());
  }

  private static boolean isOneRow(PlanNode node) {
    return node instanceof PlanNode.Project project
        ? isOneRow(project.input())
        : node instanceof PlanNode.Values values && values.tuples().size() == 1;
  }

  static Operator compile(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    return new HashJoinOperator(node, left, right, condition)::open;
  }

  /** Which keys ignore trailing blanks: those with a CHAR on either side. */
  private static boolean[] padded(PlanNode.Join node) {
    boolean[] padded = new boolean[node.leftKeys().size()];
    for (int i = 0; i < padded.length; i++) {
      padded[i] =
          isChar(node.left(), node.leftKeys().get(i))
              || isChar(node.right(), node.rightKeys().get(i));
    }
    return padded;
  }

  private static boolean isChar(PlanNode node, int field) {
    return node.rowType().getFieldList().get(field).getType().getSqlTypeName() == SqlTypeName.CHAR;
  }

  private boolean keepsRight() {
    return type == JoinRelType.RIGHT || type == JoinRelType.FULL;
  }

  private RowStream open(ExecutionContext context) {
    RowStream rows = left.open(context);
    return new RowStream() {
      private @Nullable RowStream joined;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (joined == null) {
          joined = start(rows, context);
        }
        return joined.next();
      }
    };
  }

  private RowStream start(RowStream rows, ExecutionContext context) {
    Object[] first = rows.next();
    if (first == null && !keepsRight()) {
      return RowStream.EMPTY;
    }
    RowStream all = first == null ? RowStream.EMPTY : new PrependedRow(first, rows);
    JoinHashTable known = kept ? context.computeOnce(this, () -> keep(context)).orElse(null) : null;
    if (known != null) {
      return matched(all, known, context);
    }
    if (kept && oneLeft) {
      return searched(all, context);
    }
    JoinHashTable hashed = buildHashTable(context);
    HashPartitions parts = hashed.build(right.open(context), 0);
    return parts == null ? joined(all, hashed, context) : joinPartitioned(all, parts, context);
  }

  /**
   * Builds the right side for the statement; returns nothing when too little memory would remain,
   * so that it is built for each run.
   */
  private Optional<JoinHashTable> keep(ExecutionContext context) {
    JoinHashTable all = buildHashTable(context);
    return all.buildForStatement(right.open(context)) ? Optional.of(all) : Optional.empty();
  }

  /** For a single left row, a scan of the right rows is cheaper than a hash table. */
  private RowStream searched(RowStream rows, ExecutionContext context) {
    return new JoinStream(leftWidth, rightWidth, type, condition, context, rows) {
      @Override
      RowStream matches(@Nullable Object[] leftRow) {
        HashKey wanted = HashKey.of(leftRow, leftKeys, padded);
        if (wanted.hasNull()) {
          return RowStream.EMPTY;
        }
        RowStream all = right.open(context);
        return () -> {
          Object[] row = all.next();
          while (row != null && !wanted.equals(HashKey.of(row, rightKeys, padded))) {
            context.step();
            row = all.next();
          }
          return row;
        };
      }
    };
  }

  private JoinHashTable buildHashTable(ExecutionContext context) {
    return new JoinHashTable(rightKeys, padded, keepsRight(), context);
  }

  private RowStream joined(RowStream rows, JoinHashTable hashed, ExecutionContext context) {
    RowStream matched = matched(rows, hashed, context);
    return keepsRight() ? new ConcatenatedStreams(matched, unmatched(hashed)) : matched;
  }

  /** Joins the left rows with the hash table. */
  private RowStream matched(RowStream rows, JoinHashTable hashed, ExecutionContext context) {
    JoinRelType driven =
        switch (type) {
          case RIGHT -> JoinRelType.INNER;
          case FULL -> JoinRelType.LEFT;
          default -> type;
        };
    return matched(rows, hashed, driven, () -> {}, context);
  }

  /**
   * Joins the left rows with the hash table.
   *
   * @param found set when the last left row read has matched a right row
   */
  private RowStream matched(
      RowStream rows,
      JoinHashTable hashed,
      JoinRelType driven,
      Runnable found,
      ExecutionContext context) {
    return new JoinStream(leftWidth, rightWidth, driven, condition, context, rows) {
      @Override
      RowStream matches(@Nullable Object[] leftRow) {
        Iterator<@Nullable Object[]> candidates =
            hashed.candidates(HashKey.of(leftRow, leftKeys, padded));
        return () -> candidates.hasNext() ? candidates.next() : null;
      }

      @Override
      void onMatch(@Nullable Object[] rightRow) {
        hashed.markMatched(rightRow);
        found.run();
      }
    };
  }

  private RowStream unmatched(JoinHashTable hashed) {
    RowStream rows = hashed.unmatched();
    return () -> {
      Object[] row = rows.next();
      return row == null
          ? null
          : JoinStream.concat(new Object[leftWidth], leftWidth, row, rightWidth);
    };
  }

  private RowStream joinPartitioned(
      RowStream rows, HashPartitions parts, ExecutionContext context) {
    int width = type.projectsRight() ? leftWidth + rightWidth : leftWidth;
    PartitionJoin joined = new PartitionJoin(width, context);
    long[] count = {0};
    joined.partitionLeft(
        () -> {
          Object[] row = rows.next();
          return row == null ? null : numbered(row, leftWidth, count[0]++);
        },
        parts,
        0);
    Comparator<@Nullable Object[]> byNumber = Comparator.comparingLong(row -> number(row, width));
    RowStream sorted = new ExternalSort(byNumber, context).sorted(joined);
    return () -> {
      Object[] row = sorted.next();
      return row == null ? null : Arrays.copyOf(row, width);
    };
  }

  private static @Nullable Object[] numbered(@Nullable Object[] row, int width, long number) {
    Object[] wider = Arrays.copyOf(row, width + 1);
    wider[width] = number;
    return wider;
  }

  private static long number(@Nullable Object[] row, int width) {
    return row[width] instanceof Long number ? number : Long.MAX_VALUE;
  }

  /** The joined partitions; the number of its left row, if any, is appended to each row. */
  private final class PartitionJoin extends PartitionPairStream {
    private final int width;
    private final ExecutionContext context;
    private @Nullable JoinHashTable hashed;
    private @Nullable ChunkedJoin inChunks;

    PartitionJoin(int width, ExecutionContext context) {
      this.width = width;
      this.context = context;
    }

    /**
     * Partitions the left rows.
     *
     * @param rows with their numbers
     */
    void partitionLeft(RowStream rows, HashPartitions rightParts, int depth) {
      HashPartitions leftParts = new HashPartitions(context, depth);
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        leftParts.add(row, HashKey.of(row, leftKeys, padded));
      }
      repartition(leftParts, rightParts, depth);
    }

    @Override
    public @Nullable RowStream joinPair(RowStream leftRows, RowStream rightRows, int depth) {
      JoinHashTable read = buildHashTable(context);
      HashPartitions parts = read.build(rightRows, depth);
      if (parts != null) {
        partitionLeft(leftRows, parts, depth);
        return null;
      }
      hashed = read;
      if (read.hasUnbuiltRows()) {
        inChunks = new ChunkedJoin(leftRows, rightRows, read, width, context);
        return inChunks;
      }
      long[] number = {0};
      RowStream matched =
          matched(
              () -> {
                Object[] row = leftRows.next();
                if (row != null) {
                  number[0] = number(row, leftWidth);
                }
                return row;
              },
              read,
              context);
      RowStream found =
          () -> {
            Object[] row = matched.next();
            return row == null ? null : numbered(row, width, number[0]);
          };
      if (!keepsRight()) {
        return found;
      }
      RowStream rest = unmatched(read);
      return new ConcatenatedStreams(
          found,
          () -> {
            Object[] row = rest.next();
            return row == null ? null : numbered(row, width, Long.MAX_VALUE);
          });
    }

    @Override
    public void release() {
      if (hashed != null) {
        hashed.release();
        hashed = null;
      }
      if (inChunks != null) {
        inChunks.forget();
        inChunks = null;
      }
    }

    @Override
    public boolean needsRight() {
      return type == JoinRelType.INNER || type == JoinRelType.SEMI || type == JoinRelType.RIGHT;
    }

    @Override
    public boolean needsLeft() {
      return !keepsRight();
    }
  }

  /**
   * The join of one partition in chunks: its left rows are read again for each chunk of right rows.
   */
  private final class ChunkedJoin implements RowStream {
    private final RowStream leftRows;
    private final RowStream rightRows;
    private final JoinHashTable hashed;
    private final int width;
    private final ExecutionContext context;
    private final BitSet met = new BitSet();
    private final long metBytes;
    private RowStream left = EMPTY;

    /** Index within the partition of the last left row read; {@code number} is its number. */
    private int at;

    private long number;
    private RowStream current;
    private boolean over;

    ChunkedJoin(
        RowStream leftRows,
        RowStream rightRows,
        JoinHashTable hashed,
        int width,
        ExecutionContext context) {
      this.leftRows = leftRows;
      this.rightRows = rightRows;
      this.hashed = hashed;
      this.width = width;
      this.context = context;
      this.metBytes = leftRows instanceof SpilledRows rows ? rows.count() / Byte.SIZE : 0;
      context.chargeBytes(metBytes);
      this.current = chunk();
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] row = current.next();
      while (row == null && !over) {
        if (hashed.hasUnbuiltRows()) {
          hashed.buildNextChunk(rightRows);
          current = chunk();
        } else {
          over = true;
          current = unmatchedLeft();
        }
        row = current.next();
      }
      return row;
    }

    private RowStream chunk() {
      boolean once = !type.projectsRight();
      rewind();
      RowStream matched =
          matched(
              () -> leftRow(once),
              hashed,
              once ? JoinRelType.SEMI : JoinRelType.INNER,
              () -> met.set(at),
              context);
      if (type == JoinRelType.ANTI) {
        while (matched.next() != null) {
          context.step();
        }
        return EMPTY;
      }
      RowStream found = () -> behind(matched.next(), number);
      if (!keepsRight()) {
        return found;
      }
      RowStream rest = unmatched(hashed);
      return new ConcatenatedStreams(found, () -> behind(rest.next(), Long.MAX_VALUE));
    }

    /** Returns the left rows without a match, if the join type needs them. */
    private RowStream unmatchedLeft() {
      if (type != JoinRelType.LEFT && type != JoinRelType.FULL && type != JoinRelType.ANTI) {
        return EMPTY;
      }
      rewind();
      return () -> {
        Object[] row = leftRow(true);
        return row == null
            ? null
            : numbered(
                JoinStream.concat(row, leftWidth, new Object[0], width - leftWidth), width, number);
      };
    }

    private void rewind() {
      left = leftRows instanceof SpilledRows rows ? rows.reopen() : EMPTY;
      at = -1;
    }

    private @Nullable Object @Nullable [] leftRow(boolean skipMet) {
      Object[] row;
      do {
        row = left.next();
        at++;
      } while (row != null && skipMet && met.get(at));
      if (row != null) {
        number = number(row, leftWidth);
      }
      return row;
    }

    private @Nullable Object @Nullable [] behind(
        @Nullable Object @Nullable [] row, long leftNumber) {
      return row == null ? null : numbered(row, width, leftNumber);
    }

    void forget() {
      context.release(metBytes);
      if (leftRows instanceof SpilledRows rows) {
        rows.delete();
      }
    }
  }

  /** A row followed by a stream. */
  private static final class PrependedRow implements RowStream {
    private @Nullable Object @Nullable [] first;
    private final RowStream rest;

    PrependedRow(@Nullable Object[] first, RowStream rest) {
      this.first = first;
      this.rest = rest;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] row = first;
      first = null;
      return row == null ? rest.next() : row;
    }
  }

  /** A stream followed by another stream. */
  private static final class ConcatenatedStreams implements RowStream {
    private final RowStream first;
    private final RowStream second;
    private boolean over;

    ConcatenatedStreams(RowStream first, RowStream second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] row = over ? null : first.next();
      over = row == null;
      return over ? second.next() : row;
    }
  }
}
