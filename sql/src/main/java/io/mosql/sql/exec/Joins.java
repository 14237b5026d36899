package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Joins: lookup (a right side run anew for each left row), hash and nested loops (over a right side
 * kept in memory).
 */
final class Joins {
  /** Bytes of an entry in a hash table, key and list of rows included. */
  static final int HASHED_BYTES = 128;

  private Joins() {}

  static Operator correlate(
      PlanNode.Correlate node,
      Operator left,
      Operator right,
      int slot,
      ExpressionCompiler.Predicate condition) {
    int rightWidth = node.right().rowType().getFieldCount();
    int leftWidth = node.left().rowType().getFieldCount();
    JoinRelType type = node.type();
    if (type == JoinRelType.RIGHT || type == JoinRelType.FULL) {
      throw unsupported(type);
    }
    return context -> {
      RowStream rows = left.open(context);
      return new LeftDriven(leftWidth, rightWidth, type, condition, context, rows) {
        private @Nullable Passing before;

        @Override
        RowStream matches(@Nullable Object[] leftRow) {
          if (before != null) {
            before.forget();
          }
          context.correlate(slot, leftRow);
          before = new Passing(right, context);
          return before;
        }
      };
    };
  }

  /** Rows of an operator that is opened again and again: what a run keeps goes with it. */
  static final class Passing implements RowStream {
    private final ExecutionContext context;
    private final RowStream rows;
    private long kept;

    Passing(Operator operator, ExecutionContext context) {
      this.context = context;
      long before = context.charged();
      rows = operator.open(context);
      kept = context.charged() - before;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      long before = context.charged();
      Object[] row = rows.next();
      kept += context.charged() - before;
      return row;
    }

    void forget() {
      context.release(kept);
      kept = 0;
    }
  }

  static Operator join(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    int leftWidth = node.left().rowType().getFieldCount();
    int rightWidth = node.right().rowType().getFieldCount();
    int[] leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    int[] rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    boolean[] padded = padded(node);
    JoinRelType type = node.type();
    boolean keepsRight = type == JoinRelType.RIGHT || type == JoinRelType.FULL;
    JoinRelType driven =
        type == JoinRelType.RIGHT
            ? JoinRelType.INNER
            : type == JoinRelType.FULL ? JoinRelType.LEFT : type;
    return context -> {
      RightSide side = new RightSide(right, rightKeys, padded, context);
      Set<Object[]> matched =
          keepsRight ? Collections.newSetFromMap(new java.util.IdentityHashMap<>()) : Set.of();
      RowStream rows = left.open(context);
      RowStream joined =
          new LeftDriven(leftWidth, rightWidth, driven, condition, context, rows) {
            @Override
            RowStream matches(@Nullable Object[] leftRow) {
              Iterator<@Nullable Object[]> candidates = side.candidates(leftRow, leftKeys);
              return () -> candidates.hasNext() ? candidates.next() : null;
            }

            @Override
            void onMatch(@Nullable Object[] rightRow) {
              if (keepsRight) {
                matched.add(rightRow);
              }
            }
          };
      return keepsRight ? withUnmatched(joined, side, matched, leftWidth, rightWidth) : joined;
    };
  }

  /** Which keys ignore blanks at the end: those with a CHAR on either side. */
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

  private static RowStream withUnmatched(
      RowStream joined, RightSide side, Set<Object[]> matched, int leftWidth, int rightWidth) {
    return new RowStream() {
      private @Nullable Iterator<@Nullable Object[]> rest;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (rest == null) {
          Object[] row = joined.next();
          if (row != null) {
            return row;
          }
          rest = side.rows().iterator();
        }
        while (rest.hasNext()) {
          Object[] right = rest.next();
          if (!matched.contains(right)) {
            return concat(new Object[leftWidth], leftWidth, right, rightWidth);
          }
        }
        return null;
      }
    };
  }

  /** The right side of a join, read when the first left row asks for it. */
  private static final class RightSide {
    private final Operator operator;
    private final int[] keys;
    private final boolean[] padded;
    private final ExecutionContext context;
    private @Nullable List<@Nullable Object[]> rows;
    private final Map<RowKey, List<@Nullable Object[]>> byKey = new HashMap<>();

    RightSide(Operator operator, int[] keys, boolean[] padded, ExecutionContext context) {
      this.operator = operator;
      this.keys = keys;
      this.padded = padded;
      this.context = context;
    }

    List<@Nullable Object[]> rows() {
      if (rows == null) {
        rows = new ArrayList<>();
        RowStream stream = operator.open(context);
        for (Object[] row = stream.next(); row != null; row = stream.next()) {
          context.step();
          context.charge(row, keys.length > 0 ? HASHED_BYTES : 0);
          rows.add(row);
          if (keys.length > 0) {
            RowKey key = RowKey.of(row, keys, padded);
            if (!key.hasNull()) {
              byKey.computeIfAbsent(key, unused -> new ArrayList<>(1)).add(row);
            }
          }
        }
      }
      return rows;
    }

    Iterator<@Nullable Object[]> candidates(@Nullable Object[] leftRow, int[] leftKeys) {
      List<@Nullable Object[]> all = rows();
      if (keys.length == 0) {
        return all.iterator();
      }
      List<@Nullable Object[]> bucket = byKey.get(RowKey.of(leftRow, leftKeys, padded));
      return bucket == null ? Collections.emptyIterator() : bucket.iterator();
    }
  }

  /** Walks the left rows and, for each, the right rows that may match. */
  private abstract static class LeftDriven implements RowStream {
    private final int leftWidth;
    private final int rightWidth;
    private final JoinRelType type;
    private final ExpressionCompiler.Predicate condition;
    private final ExecutionContext context;
    private final RowStream left;
    private @Nullable Object @Nullable [] leftRow;
    private RowStream right = RowStream.EMPTY;
    private boolean found;

    LeftDriven(
        int leftWidth,
        int rightWidth,
        JoinRelType type,
        ExpressionCompiler.Predicate condition,
        ExecutionContext context,
        RowStream left) {
      this.leftWidth = leftWidth;
      this.rightWidth = rightWidth;
      this.type = type;
      this.condition = condition;
      this.context = context;
      this.left = left;
    }

    abstract RowStream matches(@Nullable Object[] leftRow);

    /** Told of each right row that matched. */
    @SuppressWarnings("UnusedVariable")
    void onMatch(@Nullable Object[] rightRow) {}

    @Override
    public @Nullable Object @Nullable [] next() {
      while (true) {
        Object[] current = leftRow;
        if (current == null) {
          current = left.next();
          if (current == null) {
            return null;
          }
          leftRow = current;
          right = matches(current);
          found = false;
        }
        for (Object[] candidate = right.next(); candidate != null; candidate = right.next()) {
          context.step();
          Object[] joined = concat(current, leftWidth, candidate, rightWidth);
          if (condition.test(joined, context)) {
            found = true;
            onMatch(candidate);
            if (type == JoinRelType.SEMI) {
              leftRow = null;
              return current;
            }
            if (type == JoinRelType.ANTI) {
              break;
            }
            return joined;
          }
        }
        leftRow = null;
        if (!found && type == JoinRelType.LEFT) {
          return concat(current, leftWidth, new Object[0], rightWidth);
        }
        if (!found && type == JoinRelType.ANTI) {
          return current;
        }
      }
    }
  }

  /** Left fields, then right ones; a shorter side is filled up with NULLs. */
  private static @Nullable Object[] concat(
      @Nullable Object[] left, int leftWidth, @Nullable Object[] right, int rightWidth) {
    Object[] joined = new Object[leftWidth + rightWidth];
    System.arraycopy(left, 0, joined, 0, leftWidth);
    System.arraycopy(right, 0, joined, leftWidth, Math.min(right.length, rightWidth));
    return joined;
  }

  /** UNION, INTERSECT, EXCEPT; with ALL by counts. */
  static Operator setOperation(
      PlanNode.SetOperation.Kind kind, boolean all, List<Operator> inputs) {
    return context -> {
      if (kind == PlanNode.SetOperation.Kind.UNION) {
        RowStream chained = chain(inputs, context);
        return all ? chained : distinct(chained, context);
      }
      List<@Nullable Object[]> rows = read(inputs.get(0), context);
      for (Operator other : inputs.subList(1, inputs.size())) {
        rows = combine(kind, all, rows, read(other, context), context);
      }
      Iterator<@Nullable Object[]> result = rows.iterator();
      return () -> result.hasNext() ? result.next() : null;
    };
  }

  private static List<@Nullable Object[]> combine(
      PlanNode.SetOperation.Kind kind,
      boolean all,
      List<@Nullable Object[]> left,
      List<@Nullable Object[]> right,
      ExecutionContext context) {
    Map<RowKey, Integer> counts = new HashMap<>();
    for (Object[] row : right) {
      context.chargeBytes(HASHED_BYTES);
      counts.merge(RowKey.of(row), 1, Integer::sum);
    }
    boolean intersect = kind == PlanNode.SetOperation.Kind.INTERSECT;
    Set<RowKey> seen = new LinkedHashSet<>();
    List<@Nullable Object[]> result = new ArrayList<>();
    for (Object[] row : left) {
      RowKey key = RowKey.of(row);
      boolean inRight = counts.getOrDefault(key, 0) > 0;
      if (all && inRight) {
        counts.merge(key, -1, Integer::sum);
      }
      if (inRight == intersect && (all || seen.add(key))) {
        result.add(row);
      }
    }
    return result;
  }

  private static RowStream chain(List<Operator> inputs, ExecutionContext context) {
    Iterator<Operator> rest = inputs.iterator();
    return new RowStream() {
      private RowStream current = RowStream.EMPTY;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = current.next();
        while (row == null && rest.hasNext()) {
          current = rest.next().open(context);
          row = current.next();
        }
        return row;
      }
    };
  }

  /** Rows that came for the first time; those for which there is no room come in the end. */
  private static RowStream distinct(RowStream rows, ExecutionContext context) {
    return new RowStream() {
      private final Set<RowKey> seen = new HashSet<>();
      private final Partitions partitions = new Partitions(context);
      private @Nullable RowStream current = rows;
      private long kept;

      @Override
      public @Nullable Object @Nullable [] next() {
        while (current != null) {
          for (Object[] row = current.next(); row != null; row = current.next()) {
            RowKey key = RowKey.of(row);
            if (seen.contains(key)) {
              continue;
            }
            if (partitions.takes(kept)) {
              partitions.add(row, key);
              continue;
            }
            seen.add(key);
            long before = context.charged();
            context.charge(row, HASHED_BYTES);
            kept += context.charged() - before;
            return row;
          }
          seen.clear();
          context.release(kept);
          kept = 0;
          current = partitions.next();
        }
        return null;
      }
    };
  }

  /** All rows, charged to the statement's memory. */
  static List<@Nullable Object[]> read(Operator operator, ExecutionContext context) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    RowStream stream = operator.open(context);
    for (Object[] row = stream.next(); row != null; row = stream.next()) {
      context.charge(row);
      rows.add(row);
    }
    return rows;
  }

  private static MosqlException unsupported(JoinRelType type) {
    return new MosqlException(
        SqlState.FEATURE_NOT_SUPPORTED, type + " join with a correlated right side");
  }
}
