package io.mosql.sql.algebra;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * A physical operator. Rows are {@code Object[]} of carrier values (io.mosql.core.type.TypeKind).
 *
 * <p>Expressions are RexNodes over the input's row: RexInputRef by index (of a join: left fields,
 * then right ones), RexDynamicParam by parameter number, RexLiteral, RexCall, and RexFieldAccess
 * over a RexCorrelVariable for the row that an enclosing {@link Correlate} has bound.
 */
public sealed interface PlanNode {
  /** Fields of the rows it yields. */
  RelDataType rowType();

  /** Estimated number of rows, for EXPLAIN. */
  double rows();

  List<PlanNode> inputs();

  /**
   * Whether it changes rows of a table; only the root of a plan, and parts of a {@link With}, do.
   */
  default boolean changesRows() {
    return this instanceof Insert
        || this instanceof Update
        || this instanceof Delete
        || this instanceof Merge
        || this instanceof With;
  }

  /**
   * Rows of a table in key order of the index. Rows have the table's full width; columns outside
   * {@code columns} are left null and nobody looks at them.
   *
   * @param index primary or secondary; a secondary one leads to the row by the primary key, unless
   *     {@code covering}
   * @param covering whether all of {@code columns} are decoded from the index key alone
   * @param columns indexes into the table's columns (not ordinals) that are looked at
   * @param output those of them that are decoded in the rows that it yields; the others only the
   *     filter looks at
   * @param filter condition over the row that is checked before it is handed on, or null
   * @param locking what is wanted of the rows beyond reading them, or null
   * @param visitedRows estimated number of entries that it steps over
   */
  record TableScan(
      TableDef table,
      IndexDef index,
      KeyBounds bounds,
      boolean reverse,
      boolean covering,
      ColumnSet columns,
      ColumnSet output,
      @Nullable RexNode filter,
      @Nullable LockingClause locking,
      RelDataType rowType,
      double visitedRows,
      double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }

    public TableScan withLocking(@Nullable LockingClause other) {
      return copy(covering, columns, output, other);
    }

    public TableScan withColumns(ColumnSet others, ColumnSet yielded, boolean covered) {
      return copy(covered, others, yielded, locking);
    }

    private TableScan copy(
        boolean covered, ColumnSet others, ColumnSet yielded, @Nullable LockingClause other) {
      return new TableScan(
          table,
          index,
          bounds,
          reverse,
          covered,
          others,
          yielded,
          filter,
          other,
          rowType,
          visitedRows,
          rows);
    }

    /** How many of the index's columns the bounds look at. */
    public int boundColumns() {
      boolean next = bounds.lower() != null || bounds.upper() != null || bounds.excludeNulls();
      return bounds.prefix().size() + (next ? 1 : 0);
    }

    /**
     * Whether at most one row can match: every key column of a primary or unique index is bound.
     */
    public boolean isPoint() {
      return (index.primary() || index.unique())
          && bounds.prefix().size() == index.columns().size();
    }
  }

  /**
   * Several point or prefix lookups, for IN-lists: each tuple is the values of the index's first
   * columns. Duplicate and NULL tuples are dropped at run time; rows come in key order.
   *
   * @param locking what is wanted of the rows beyond reading them, or null
   * @param visitedRows estimated number of entries that it steps over
   */
  record MultiLookup(
      TableDef table,
      IndexDef index,
      List<List<RexNode>> tuples,
      ColumnSet columns,
      @Nullable RexNode filter,
      @Nullable LockingClause locking,
      RelDataType rowType,
      double visitedRows,
      double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }

    public MultiLookup withLocking(@Nullable LockingClause other) {
      return new MultiLookup(
          table, index, tuples, columns, filter, other, rowType, visitedRows, rows);
    }

    public MultiLookup withColumns(ColumnSet others) {
      return new MultiLookup(
          table, index, tuples, others, filter, locking, rowType, visitedRows, rows);
    }
  }

  /** Rows of a system view, all of them. */
  record ViewScan(SystemView view, RelDataType rowType, double rows) implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }
  }

  /** Constant rows; expressions have no input. */
  record Values(List<List<RexNode>> tuples, RelDataType rowType) implements PlanNode {
    @Override
    public double rows() {
      return tuples.size();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }
  }

  /**
   * The rows that a function returns: a {@link io.mosql.sql.function.define.RowFunction}, or
   * generate_series with integers or timestamps: from, to and perhaps a step.
   *
   * @param arguments they have no input
   */
  record FunctionScan(
      SqlOperator function, List<RexNode> arguments, RelDataType rowType, double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }
  }

  record Filter(PlanNode input, RexNode condition, double rows) implements PlanNode {
    @Override
    public RelDataType rowType() {
      return input.rowType();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }
  }

  record Project(PlanNode input, List<RexNode> expressions, RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return input.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * For each left row, binds the correlation variable and runs the right side: lookup joins and
   * sub-queries that could not be decorrelated. INNER, LEFT, SEMI, ANTI (the last two yield left
   * rows only).
   *
   * @param condition over left and right fields, or null
   */
  record Correlate(
      PlanNode left,
      PlanNode right,
      CorrelationId variable,
      JoinRelType type,
      @Nullable RexNode condition,
      RelDataType rowType,
      double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Hash join (with keys) or nested loops (without) over a buffered right side: INNER, LEFT, RIGHT,
   * FULL, SEMI, ANTI. Or a merge join of inputs that come in the order of the keys: INNER, LEFT,
   * SEMI, ANTI.
   *
   * @param leftKeys field indexes beside {@code rightKeys}; a NULL key never matches
   * @param descending of a merge join, beside the keys: which of them descend; empty for others
   * @param condition further condition over left and right fields, or null
   * @param materialized whether the right side, which depends on no outer row then, is read once
   *     for a statement that runs the join again and again; not of RIGHT, FULL and merge joins
   */
  record Join(
      PlanNode left,
      PlanNode right,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> descending,
      JoinRelType type,
      @Nullable RexNode condition,
      RelDataType rowType,
      double rows,
      boolean materialized)
      implements PlanNode {
    public Join(
        PlanNode left,
        PlanNode right,
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        List<Boolean> descending,
        JoinRelType type,
        @Nullable RexNode condition,
        RelDataType rowType,
        double rows) {
      this(left, right, leftKeys, rightKeys, descending, type, condition, rowType, rows, false);
    }

    /** The join of another left side of the same fields, which keeps its right side. */
    public Join withMaterializedRight(PlanNode otherLeft) {
      return new Join(
          otherLeft, right, leftKeys, rightKeys, descending, type, condition, rowType, rows, true);
    }

    /** Whether its inputs come in the order of the keys, and are merged. */
    public boolean isMergeJoin() {
      return !descending.isEmpty();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Holds the rows of a table scan as they are asked for, where sorting comes before a limit.
   *
   * @param input the scan, filtered and sorted, whose claim is for later
   */
  record LockRows(PlanNode input) implements PlanNode {
    @Override
    public RelDataType rowType() {
      return input.rowType();
    }

    @Override
    public double rows() {
      return input.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }

    /** The scan: a {@link TableScan} or {@link MultiLookup}. */
    public PlanNode scan() {
      PlanNode node = input;
      while (!node.inputs().isEmpty()) {
        node = node.inputs().get(0);
      }
      return node;
    }
  }

  /**
   * Sorts (when there are collations), then skips and limits.
   *
   * @param ties sort keys: rows that agree in them with the last one come, too; empty for no more
   *     than the limit says
   */
  record Sort(
      PlanNode input,
      List<RelFieldCollation> collations,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      List<RelFieldCollation> ties,
      double rows)
      implements PlanNode {
    /** Without ties. */
    public Sort(
        PlanNode input,
        List<RelFieldCollation> collations,
        @Nullable RexNode offset,
        @Nullable RexNode fetch,
        double rows) {
      this(input, collations, offset, fetch, List.of(), rows);
    }

    @Override
    public RelDataType rowType() {
      return input.rowType();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Groups by fields of the input, once for each grouping set; a set without fields yields exactly
   * one row. Fields: group fields, NULL where they are not in the set, then calls.
   *
   * @param sets the grouping sets, as numbers of group fields
   */
  record Aggregate(
      PlanNode input,
      List<Integer> groupFields,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      RelDataType rowType,
      double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }

    /** Whether the only set is that of all group fields. */
    public boolean isSimple() {
      return sets.size() == 1 && sets.get(0).size() == groupFields.size();
    }
  }

  /**
   * Window functions over one partitioning and order. The input comes partition by partition, each
   * in the order. Fields: the input's, then the calls.
   */
  record Window(
      PlanNode input,
      List<Integer> partition,
      List<RelFieldCollation> order,
      List<WindowCall> calls,
      RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return input.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }
  }

  /** One function over fields of a window's input. */
  record WindowCall(AggregateCall call, WindowFrame frame) {}

  /**
   * WITH RECURSIVE: the rows of the seed, then those of the step, run again as long as it yields
   * any over the rows of the round before.
   *
   * @param id of the rows of the round before, for {@link RecursionScan}s of the step
   * @param all whether a row may come more than once
   */
  record Recursion(
      PlanNode seed, PlanNode step, int id, boolean all, RelDataType rowType, double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of(seed, step);
    }
  }

  /** The rows of the round before of an enclosing {@link Recursion}. */
  record RecursionScan(int id, RelDataType rowType, double rows) implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }
  }

  /**
   * A statement behind a WITH that changes rows. All parts see the database as it was before the
   * first of them. What the body reads is run before it, each part to its end; other changes are
   * run behind it, other queries not at all.
   *
   * @param items what the WITH names
   * @param body a query or a change of rows
   */
  record With(List<Item> items, PlanNode body) implements PlanNode {
    /** A query or a change of rows with its name; its rows are what a {@link CteScan} reads. */
    public record Item(String name, PlanNode plan) {}

    public With {
      items = List.copyOf(items);
    }

    @Override
    public RelDataType rowType() {
      return body.rowType();
    }

    @Override
    public double rows() {
      return body.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return Stream.concat(items.stream().map(Item::plan), Stream.of(body)).toList();
    }
  }

  /**
   * The rows of an item of the {@link With}: of a query all, of a change what it returned.
   *
   * @param item its place among the items
   */
  record CteScan(int item, String name, RelDataType rowType, double rows) implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of();
    }
  }

  /** UNION, INTERSECT or EXCEPT of inputs with equal types. */
  record SetOperation(
      Kind kind, boolean all, List<PlanNode> inputs, RelDataType rowType, double rows)
      implements PlanNode {
    /** Which one. */
    public enum Kind {
      UNION,
      INTERSECT,
      EXCEPT
    }
  }

  /**
   * Inserts rows. The source yields the value of every column of the table in order but the hidden
   * one (defaults filled in by the planner); an auto-increment column with a NULL value is filled
   * by the executor.
   *
   * @param checks expressions of CHECK constraints over the new row, beside the table's checks
   * @param conflict what is done about rows that have a unique key already; null for an error
   * @param returning expressions over the row of the table as it was written; empty when only the
   *     number of rows is wanted
   */
  record Insert(
      TableDef table,
      PlanNode source,
      List<RexNode> checks,
      @Nullable OnConflictAction conflict,
      List<RexNode> returning,
      RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return source.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(source);
    }
  }

  /**
   * Updates rows. The source is read to its end before anything is written.
   *
   * @param keyFields fields of the source that hold the primary key's columns, in key order
   * @param assignments one for each changed column; additions only to columns that nothing but
   *     their bounds looks at
   * @param checks expressions of CHECK constraints over the whole new row of the table, beside the
   *     table's checks; null where no set column is in the check, or additions carry it as bounds
   * @param boundChecks those that additions carry as bounds, likewise: for additions that are
   *     worked out from the old value
   * @param returning expressions over the new row of the table and, behind it, the source's row;
   *     empty when only the number of rows is wanted
   */
  record Update(
      TableDef table,
      PlanNode source,
      List<Integer> keyFields,
      List<Assignment> assignments,
      List<@Nullable RexNode> checks,
      List<@Nullable RexNode> boundChecks,
      List<RexNode> returning,
      RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return source.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(source);
    }
  }

  /**
   * Deletes rows. The source is read to its end before anything is written.
   *
   * @param keyFields fields of the source that hold the primary key's columns, in key order
   * @param returning as of an {@link Update}, over the row that went
   */
  record Delete(
      TableDef table,
      PlanNode source,
      List<Integer> keyFields,
      List<RexNode> returning,
      RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return source.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(source);
    }
  }

  /**
   * Updates and deletes rows that the source matched, and inserts where it matched none.
   *
   * @param keyFields fields of the source that hold the primary key's columns, in key order; NULL
   *     where no row of the table matched
   * @param cases the first one that holds for a row of the source is done
   * @param returning over the table's row and, behind it, the source's; empty for none
   */
  record Merge(
      TableDef table,
      PlanNode source,
      List<Integer> keyFields,
      List<MergeWhenClause> cases,
      List<RexNode> returning,
      RelDataType rowType)
      implements PlanNode {
    @Override
    public double rows() {
      return source.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(source);
    }
  }
}
