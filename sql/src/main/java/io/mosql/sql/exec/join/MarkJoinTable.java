package io.mosql.sql.exec.join;

import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.HashKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hash table of a mark join over right rows, or as many of them as fit into memory. Rows with
 * equal group keys form a group; within it they are found by their compared keys. Those with a NULL
 * among these are kept apart: for them the comparison is unknown or false. Where equal keys decide,
 * one row of each key is kept. Not thread-safe.
 */
final class MarkJoinTable {
  private final MarkJoinOperator.MarkJoinKeys keys;
  private final ExecutionContext context;
  private final Map<HashKey, Group> groups = new HashMap<>();
  private long kept;

  /** The first row that did not fit into memory. */
  private @Nullable Object @Nullable [] ahead;

  /** The right rows of equal group keys. */
  private static final class Group {
    final Map<HashKey, List<@Nullable Object[]>> byKey = new HashMap<>();

    /** Rows with a NULL among the compared keys. */
    final List<@Nullable Object[]> withNulls = new ArrayList<>(0);
  }

  MarkJoinTable(MarkJoinOperator.MarkJoinKeys keys, ExecutionContext context) {
    this.keys = keys;
    this.context = context;
  }

  /** Adds rows as long as they fit into memory. */
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

  /** Whether rows remain in the input because of insufficient memory. */
  boolean hasUnbuiltRows() {
    return ahead != null;
  }

  /**
   * Builds the table until the statement ends.
   *
   * @return whether enough memory remains for other operators; otherwise the table is empty
   */
  boolean buildForStatement(RowStream rows) {
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      context.step();
      insert(row);
      if (!context.fitsForStatement(kept)) {
        release();
        return false;
      }
    }
    return true;
  }

  private void insert(@Nullable Object[] row) {
    HashKey group = key(keys.rightGroup(), keys.groupPadded(), row);
    if (group.hasNull()) {
      return;
    }
    HashKey compared = key(keys.rightCompared(), keys.comparedPadded(), row);
    Group rows = groups.get(group);
    if (rows == null) {
      rows = new Group();
      groups.put(group, rows);
      charge(HashKey.HASHED_BYTES);
    }
    if (compared.hasNull()) {
      boolean enough =
          keys.isDecisive() && keys.rightCompared().length == 1 && !rows.withNulls.isEmpty();
      if (!enough) {
        chargeRow(row);
        rows.withNulls.add(row);
      }
      return;
    }
    List<@Nullable Object[]> same = rows.byKey.get(compared);
    if (same == null) {
      same = new ArrayList<>(1);
      rows.byKey.put(compared, same);
      charge(HashKey.HASHED_BYTES);
    } else if (keys.isDecisive()) {
      return;
    }
    chargeRow(row);
    same.add(row);
  }

  private void charge(long bytes) {
    context.chargeBytes(bytes);
    kept += bytes;
  }

  private void chargeRow(@Nullable Object[] row) {
    long before = context.charged();
    context.charge(row);
    kept += context.charged() - before;
  }

  private HashKey key(Expression[] expressions, boolean[] padded, @Nullable Object[] row) {
    Object[] values = new Object[expressions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = expressions[i].evaluate(row, context);
    }
    return HashKey.of(values, padded);
  }

  /** Returns the mark of a left row: whether any row of the table matches, or NULL. */
  @Nullable Boolean mark(@Nullable Object[] left) {
    if (groups.isEmpty()) {
      return false;
    }
    Group group = groups.get(key(keys.leftGroup(), keys.groupPadded(), left));
    if (group == null) {
      return false;
    }
    HashKey sought = key(keys.leftCompared(), keys.comparedPadded(), left);
    boolean unknown = false;
    if (!sought.hasNull()) {
      List<@Nullable Object[]> same = group.byKey.get(sought);
      if (same != null && keys.isDecisive()) {
        return true;
      }
      for (Object[] row : same == null ? List.<@Nullable Object[]>of() : same) {
        Boolean one = compare(left, row);
        if (Boolean.TRUE.equals(one)) {
          return true;
        }
        unknown |= one == null;
      }
    }
    if (unknown) {
      return null;
    }
    // a comparison with a NULL among the keys is never true
    if (sought.hasNull()) {
      for (List<@Nullable Object[]> rows : group.byKey.values()) {
        if (isUnknownForAny(left, rows)) {
          return null;
        }
      }
    }
    return isUnknownForAny(left, group.withNulls) ? null : false;
  }

  private boolean isUnknownForAny(@Nullable Object[] left, List<@Nullable Object[]> rows) {
    for (Object[] row : rows) {
      if (compare(left, row) == null) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Boolean compare(@Nullable Object[] left, @Nullable Object[] right) {
    context.step();
    Object[] both = JoinStream.concat(left, keys.leftWidth(), right, keys.rightWidth());
    ExpressionCompiler.Predicate condition = keys.condition();
    if (condition != null && !condition.test(both, context)) {
      return false;
    }
    Expression comparison = keys.comparison();
    return comparison == null ? Boolean.TRUE : (Boolean) comparison.evaluate(both, context);
  }

  void release() {
    groups.clear();
    context.release(kept);
    kept = 0;
  }
}
