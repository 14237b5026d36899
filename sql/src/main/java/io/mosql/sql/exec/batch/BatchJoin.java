package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.Arrays;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * A hash join of batches: INNER, LEFT, SEMI or ANTI. The right side is kept by columns, with a hash
 * table of its keys; the rows of the result are in the order of the left rows, and of the right
 * rows for each. When the right side does not fit into memory, the hash join of rows joins both
 * sides instead. Immutable.
 */
final class BatchJoin implements BatchOperator {
  private final PlanNode.Join node;
  private final BatchOperator left;
  private final BatchOperator right;
  private final @Nullable BatchCondition condition;
  private final ExpressionCompiler.Predicate rowCondition;
  private final int[] leftKeys;
  private final int[] rightKeys;
  private final SqlType[] keyTypes;
  private final int leftWidth;
  private final SqlType[] rightTypes;

  private BatchJoin(
      PlanNode.Join node,
      BatchOperator left,
      BatchOperator right,
      @Nullable BatchCondition condition,
      ExpressionCompiler.Predicate rowCondition) {
    this.node = node;
    this.left = left;
    this.right = right;
    this.condition = condition;
    this.rowCondition = rowCondition;
    this.leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    this.rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    this.keyTypes = new SqlType[rightKeys.length];
    this.leftWidth = node.left().rowType().getFieldCount();
    this.rightTypes = types(node.right().rowType());
    for (int i = 0; i < keyTypes.length; i++) {
      keyTypes[i] = keyType(type(node.left(), leftKeys[i]), rightTypes[rightKeys[i]]);
    }
  }

  /** Whether batches can compute the join. */
  static boolean isSupported(PlanNode.Join node) {
    boolean known =
        switch (node.type()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          default -> false;
        };
    if (!known || node.isMergeJoin() || node.materialized() || node.leftKeys().isEmpty()) {
      return false;
    }
    for (int i = 0; i < node.leftKeys().size(); i++) {
      SqlType a = type(node.left(), node.leftKeys().get(i));
      SqlType b = type(node.right(), node.rightKeys().get(i));
      if (!isComparable(a, b)) {
        return false;
      }
    }
    return BatchExpressionCompiler.isSupported(node.condition());
  }

  /** Whether values of both types are equal exactly when they are equal in the form of keys. */
  private static boolean isComparable(SqlType a, SqlType b) {
    if (!GroupTable.isPrimitive(a) || !GroupTable.isPrimitive(b)) {
      return false;
    }
    TypeKind kind = a.kind();
    TypeKind other = b.kind();
    if (kind.isInteger()) {
      return other.isInteger();
    }
    if (kind == TypeKind.DECIMAL) {
      return other == TypeKind.DECIMAL && a.scale() == b.scale();
    }
    if (kind.isText()) {
      return other.isText() && (kind == TypeKind.CHAR) == (other == TypeKind.CHAR);
    }
    return kind == other;
  }

  /** The type in which keys of both types are compared. */
  private static SqlType keyType(SqlType a, SqlType b) {
    if (a.kind().isInteger()) {
      return SqlType.BIGINT;
    }
    return a.kind() == TypeKind.DECIMAL && a.precision() < b.precision() ? b : a;
  }

  private static SqlType type(PlanNode node, int field) {
    return RelTypes.sqlType(node.rowType().getFieldList().get(field).getType());
  }

  private static SqlType[] types(RelDataType rowType) {
    return rowType.getFieldList().stream()
        .map(field -> RelTypes.sqlType(field.getType()))
        .toArray(SqlType[]::new);
  }

  static BatchOperator compile(
      PlanNode.Join node,
      BatchOperator left,
      BatchOperator right,
      @Nullable BatchCondition condition,
      ExpressionCompiler.Predicate rowCondition) {
    return new BatchJoin(node, left, right, condition, rowCondition);
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    BatchStream rows = left.open(context);
    return new BatchStream() {
      private @Nullable BatchStream joined;

      @Override
      public @Nullable Batch next() {
        if (joined == null) {
          Batch first = rows.next();
          joined = first == null ? () -> null : start(first, rows, context);
        }
        return joined.next();
      }
    };
  }

  private BatchStream start(Batch first, BatchStream rows, ExecutionContext context) {
    BuildSide side = new BuildSide(context);
    BatchStream rest = side.build(right.open(context));
    return rest == null
        ? new Probe(first, rows, side, context, side::release)
        : joinRows(first, rows, side, rest, context);
  }

  @Override
  public @Nullable SharedInput share(ExecutionContext context, boolean forced) {
    SharedInput probing = left.share(context, forced);
    return probing == null ? null : new SharedProbes(probing);
  }

  /**
   * Several threads that probe one right side. As in a join by one thread the right side is read
   * when there is a left row: by the thread of the session, which is alone until then.
   */
  private final class SharedProbes implements SharedInput {
    private final SharedInput probing;

    /** The right side, once it was read into memory; null before, or when it does not fit. */
    private @Nullable BuildSide side;

    SharedProbes(SharedInput probing) {
      this.probing = probing;
    }

    @Override
    public ScanParts parts() {
      return probing.parts();
    }

    @Override
    public boolean isReady() {
      return side != null && probing.isReady();
    }

    @Override
    public BatchStream open(ScanParticipant participant) {
      BatchStream rows = probing.open(participant);
      return new BatchStream() {
        private @Nullable BatchStream joined;

        @Override
        public @Nullable Batch next() {
          if (joined == null) {
            Batch first = rows.next();
            joined = first == null ? () -> null : probes(first, rows, participant.context());
          }
          return joined.next();
        }
      };
    }

    private BatchStream probes(Batch first, BatchStream rows, ExecutionContext context) {
      BuildSide known = side;
      if (known == null) {
        known = new BuildSide(context);
        BatchStream rest = known.build(right.open(context));
        if (rest != null) {
          return joinRows(first, rows, known, rest, context);
        }
        side = known;
      }
      return new Probe(first, rows, known, context, () -> {});
    }

    @Override
    public void close() {
      BuildSide known = side;
      if (known != null) {
        known.release();
      }
      probing.close();
    }
  }

  /** Joins by the operator of rows, which spills. */
  private BatchStream joinRows(
      Batch first, BatchStream rows, BuildSide side, BatchStream rest, ExecutionContext context) {
    RowStream leftRows = prepended(first, rows).rows();
    RowStream rightRows = side.drain(rest).rows();
    PlanNode.Join join = node;
    RowStream joined =
        JoinCompiler.join(join, unused -> leftRows, unused -> rightRows, rowCondition)
            .open(context);
    return new BatchedRows(joined, node.rowType());
  }

  private static BatchStream prepended(Batch first, BatchStream rows) {
    return new BatchStream() {
      private @Nullable Batch before = first;

      @Override
      public @Nullable Batch next() {
        Batch batch = before;
        before = null;
        return batch == null ? rows.next() : batch;
      }
    };
  }

  /** The rows of the right side; once they were read, any number of threads may probe them. */
  private final class BuildSide {
    private final ExecutionContext context;
    private GroupTable keys = new GroupTable(keyTypes);
    private ColumnStore store = new ColumnStore(rightTypes);

    /** The first row of each key, and the next row with the same key of each row; or -1. */
    private int[] heads = new int[64];

    private int[] tails = new int[64];
    private int[] following = new int[64];
    private long charged;

    BuildSide(ExecutionContext context) {
      this.context = context;
    }

    /**
     * Reads the rows.
     *
     * @return null at the end, or the rest of the rows when memory does not suffice
     */
    @Nullable BatchStream build(BatchStream rows) {
      int[] numbers = new int[Batch.ROWS];
      for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
        if (context.shouldSpill(bytesWith(batch.count()))) {
          return prepended(batch, rows);
        }
        add(batch, numbers);
        long bytes = bytesWith(0);
        if (bytes > charged) {
          context.chargeBytes(bytes - charged);
          charged = bytes;
        }
      }
      return null;
    }

    private long bytesWith(int more) {
      long links = 2L * Math.max(heads.length, keys.size() + more) + following.length + more;
      return keys.bytesWith(more) + store.bytesWith(more) + Integer.BYTES * links;
    }

    private void add(Batch batch, int[] numbers) {
      Vector[] vectors = vectors(batch, rightKeys);
      int[] rows = present(vectors, batch);
      int count = rows.length;
      if (count == 0) {
        return;
      }
      keys.find(vectors, rows, count, true, numbers);
      int first = store.size();
      store.add(batch, rows, count);
      if (store.size() > following.length) {
        following = Arrays.copyOf(following, Math.max(2 * following.length, store.size()));
      }
      if (keys.size() > heads.length) {
        int larger = Math.max(2 * heads.length, keys.size());
        heads = Arrays.copyOf(heads, larger);
        tails = Arrays.copyOf(tails, larger);
      }
      for (int k = 0; k < count; k++) {
        int key = numbers[rows[k]];
        int row = first + k;
        following[row] = -1;
        // 0 stands for none: the numbers of rows are stored from 1 on
        if (heads[key] == 0) {
          heads[key] = row + 1;
        } else {
          following[tails[key] - 1] = row;
        }
        tails[key] = row + 1;
      }
    }

    /** The rows read so far, then the rest; the memory is released. */
    BatchStream drain(BatchStream rest) {
      ColumnStore known = store;
      store = new ColumnStore(rightTypes);
      keys = new GroupTable(keyTypes);
      release();
      return new BatchStream() {
        private int at;

        @Override
        public @Nullable Batch next() {
          if (at == known.size()) {
            return rest.next();
          }
          int count = Math.min(Batch.ROWS, known.size() - at);
          Batch batch = known.batch(at, count);
          at += count;
          return batch;
        }
      };
    }

    void release() {
      context.release(charged);
      charged = 0;
    }
  }

  private static Vector[] vectors(Batch batch, int[] fields) {
    Vector[] vectors = new Vector[fields.length];
    for (int i = 0; i < fields.length; i++) {
      vectors[i] = batch.column(fields[i]);
    }
    return vectors;
  }

  /** The rows without a NULL in their keys. */
  private static int[] present(Vector[] keys, Batch batch) {
    boolean[] absent = null;
    for (Vector key : keys) {
      absent = VectorNulls.either(absent, VectorNulls.of(key, batch.rows(), batch.count()));
    }
    return VectorNulls.without(absent, batch.rows(), batch.count());
  }

  /** Joins the left rows with the hash table. */
  private final class Probe implements BatchStream {
    private final BatchStream rows;
    private final BuildSide side;
    private final ExecutionContext context;
    private final Runnable ended;
    private final boolean projectsRight = node.type().projectsRight();

    /** Whether the end of the candidates of a left row is noted. */
    private final boolean marksEnds = node.type() != JoinRelType.INNER;

    private @Nullable Batch batch;

    /** The key of each row of the left batch. */
    private final int[] numbers = new int[Batch.ROWS];

    /** Position among the selected rows of the left batch. */
    private int at;

    /** The next candidate of that row; -1 for its end, -2 before its first. */
    private int candidate = -2;

    /** Whether a candidate of that row has passed. */
    private boolean matched;

    /**
     * @param ended run at the end of the left rows
     */
    Probe(Batch first, BatchStream rows, BuildSide side, ExecutionContext context, Runnable ended) {
      this.rows = rows;
      this.side = side;
      this.context = context;
      this.ended = ended;
      take(first);
    }

    private void take(@Nullable Batch next) {
      batch = next;
      at = 0;
      candidate = -2;
      if (next == null) {
        ended.run();
        return;
      }
      Arrays.fill(numbers, 0, next.capacity(), GroupTable.NONE);
      Vector[] vectors = vectors(next, leftKeys);
      int[] present = present(vectors, next);
      if (present.length > 0) {
        side.keys.find(vectors, present, present.length, false, numbers);
      }
    }

    @Override
    public @Nullable Batch next() {
      while (batch != null) {
        context.checkCancelled();
        Batch joined = condition == null && !projectsRight ? chosen(batch) : pairs(batch);
        if (joined != null) {
          return joined;
        }
        if (at >= batch.count()) {
          take(rows.next());
        }
      }
      return null;
    }

    /** The left rows with a key of the right side, or without one. */
    private @Nullable Batch chosen(Batch from) {
      boolean wanted = node.type() == JoinRelType.SEMI;
      int[] chosen = new int[from.count()];
      int count = 0;
      if (at == 0) {
        for (int k = 0; k < from.count(); k++) {
          int row = from.rows()[k];
          if ((numbers[row] >= 0) == wanted) {
            chosen[count++] = row;
          }
        }
      }
      at = from.count();
      return count == 0 ? null : selected(from, chosen, count);
    }

    private static Batch selected(Batch from, int[] rows, int count) {
      Batch view = from.view();
      view.select(rows, count);
      return view;
    }

    /** The next pairs of a left and a right row; null when none of them passes. */
    private @Nullable Batch pairs(Batch from) {
      int[] lefts = new int[Batch.ROWS];
      int[] rights = new int[Batch.ROWS];
      int count = 0;
      while (count < Batch.ROWS && at < from.count()) {
        int row = from.rows()[at];
        if (candidate == -2) {
          int key = numbers[row];
          candidate = key < 0 ? -1 : side.heads[key] - 1;
        }
        if (candidate < 0) {
          if (marksEnds) {
            lefts[count] = row;
            rights[count++] = -1;
          }
          at++;
          candidate = -2;
        } else {
          lefts[count] = row;
          rights[count++] = candidate;
          candidate = side.following[candidate];
        }
      }
      if (count == 0) {
        return null;
      }
      int size = count;
      Batch pairs =
          new Batch(
              leftWidth + rightTypes.length,
              size,
              (field, rows, number) ->
                  field < leftWidth
                      ? leftColumn(from, field, lefts, rows, number, size)
                      : side.store.gather(field - leftWidth, rights, rows, number, size));
      return result(from, pairs, lefts, rights, count);
    }

    private static @Nullable Vector leftColumn(
        Batch from, int field, int[] lefts, int[] rows, int count, int capacity) {
      Vector column = from.columnIfRead(field);
      return column == null ? null : VectorGather.of(column, lefts, rows, count, capacity);
    }

    private @Nullable Batch result(Batch from, Batch pairs, int[] lefts, int[] rights, int count) {
      boolean[] passes = passing(pairs, rights, count);
      int[] kept = new int[count];
      int number = 0;
      for (int k = 0; k < count; k++) {
        if (rights[k] >= 0) {
          if (passes[k]) {
            matched = true;
            if (projectsRight) {
              kept[number++] = k;
            }
          }
          continue;
        }
        boolean ends =
            switch (node.type()) {
              case SEMI -> matched;
              default -> !matched;
            };
        if (ends) {
          kept[number++] = k;
        }
        matched = false;
      }
      if (number == 0) {
        return null;
      }
      if (projectsRight) {
        pairs.select(kept, number);
        return pairs;
      }
      for (int k = 0; k < number; k++) {
        kept[k] = lefts[kept[k]];
      }
      return selected(from, kept, number);
    }

    /** Which pairs pass the condition. */
    private boolean[] passing(Batch pairs, int[] rights, int count) {
      boolean[] passes = new boolean[count];
      if (condition == null) {
        Arrays.fill(passes, true);
        return passes;
      }
      int[] real = new int[count];
      int number = 0;
      for (int k = 0; k < count; k++) {
        if (rights[k] >= 0) {
          real[number++] = k;
        }
      }
      if (number > 0) {
        int[] passed = new int[number];
        int few = condition.select(pairs, real, number, passed, context);
        for (int k = 0; k < few; k++) {
          passes[passed[k]] = true;
        }
      }
      return passes;
    }
  }
}
