package io.mosql.sql.algebra;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * An operator of a physical plan. Immutable. Rows are {@code Object[]} of carrier values
 * (io.mosql.core.type.TypeKind).
 *
 * <p>Expressions are RexNodes over the input's row: RexInputRef by index (of a join: left fields,
 * then right ones), RexDynamicParam by parameter number, RexLiteral, RexCall, and RexFieldAccess
 * over a RexCorrelVariable for the row that an enclosing {@link Correlate} has bound.
 *
 * <p>Code that treats each kind of operator in a way of its own is a {@link PlanVisitor}; code that
 * treats most of them alike walks {@link #inputs} and {@link #mapInputs}.
 */
public sealed interface PlanNode {
  /** Returns the type of the operator's rows. */
  RelDataType rowType();

  /** Returns the estimated number of rows, for EXPLAIN. */
  double rows();

  List<PlanNode> inputs();

  /**
   * Returns the operator over other inputs.
   *
   * @param inputs as many as {@link #inputs}, whose rows have the same fields
   */
  PlanNode withInputs(List<PlanNode> inputs);

  /** Calls the method of the visitor for this kind of operator. */
  <R> R accept(PlanVisitor<R> visitor);

  /** Returns the operator over mapped inputs; the same object when no input changes. */
  default PlanNode mapInputs(UnaryOperator<PlanNode> mapping) {
    List<PlanNode> inputs = inputs();
    List<PlanNode> mapped = new ArrayList<>(inputs.size());
    boolean changed = false;
    for (PlanNode input : inputs) {
      PlanNode other = mapping.apply(input);
      changed |= other != input;
      mapped.add(other);
    }
    return changed ? withInputs(mapped) : this;
  }

  /**
   * Whether the operator changes rows of a table; only the root of a plan and the parts of a {@link
   * With} do.
   */
  default boolean changesRows() {
    return this instanceof Insert
        || this instanceof Update
        || this instanceof Delete
        || this instanceof Merge
        || this instanceof With;
  }

  /** Whether the plan scans a shared query. */
  default boolean hasSharedScan() {
    return this instanceof SharedScan || inputs().stream().anyMatch(PlanNode::hasSharedScan);
  }

  /** An operator without inputs. */
  sealed interface Leaf extends PlanNode {
    @Override
    default List<PlanNode> inputs() {
      return List.of();
    }

    @Override
    default PlanNode withInputs(List<PlanNode> inputs) {
      return this;
    }
  }

  /**
   * A scan of a table's rows in key order of an index. Rows have the table's full width; columns
   * outside {@code columns} are left null and are never read.
   *
   * @param alias name of the table within the query, for EXPLAIN
   * @param index the primary or a secondary index; the row of a secondary entry is fetched by
   *     primary key, unless {@code covering}
   * @param covering whether all of {@code columns} are decoded from the index key alone
   * @param columns indexes into the table's columns (not ordinals) that are used
   * @param output those of them that are decoded in the returned rows; the others are used by the
   *     filter only
   * @param filter condition over the row that is evaluated before the row is returned, or null
   * @param locking the locking clause for the rows, or null for none
   * @param distinct number of first key columns for each combination of which only the first row is
   *     returned; 0 for all rows
   * @param visitedRows estimated number of visited index entries
   */
  record TableScan(
      TableDef table,
      String alias,
      IndexDef index,
      KeyBounds bounds,
      boolean reverse,
      boolean covering,
      ColumnSet columns,
      ColumnSet output,
      @Nullable RexNode filter,
      @Nullable LockingClause locking,
      int distinct,
      RelDataType rowType,
      double visitedRows,
      double rows)
      implements Leaf {
    /** Creates a scan that returns all rows. */
    public TableScan(
        TableDef table,
        String alias,
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
        double rows) {
      this(
          table,
          alias,
          index,
          bounds,
          reverse,
          covering,
          columns,
          output,
          filter,
          locking,
          0,
          rowType,
          visitedRows,
          rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }

    /** Returns this scan with only the first row for each combination of first key columns. */
    public TableScan withDistinct(int keyColumns, double combinations) {
      return new TableScan(
          table,
          alias,
          index,
          bounds,
          reverse,
          covering,
          columns,
          output,
          filter,
          locking,
          keyColumns,
          rowType,
          combinations,
          combinations);
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
          alias,
          index,
          bounds,
          reverse,
          covered,
          others,
          yielded,
          filter,
          other,
          distinct,
          rowType,
          visitedRows,
          rows);
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
   * A scan of all rows of a system view.
   *
   * @param alias name of the view within the query, for EXPLAIN
   */
  record ViewScan(SystemView view, String alias, RelDataType rowType, double rows) implements Leaf {
    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** Constant rows, from expressions without input. */
  record Values(List<List<RexNode>> tuples, RelDataType rowType) implements Leaf {
    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public double rows() {
      return tuples.size();
    }
  }

  /**
   * A scan of the rows that a function returns: a {@link io.mosql.sql.function.define.RowFunction},
   * or generate_series with integers or timestamps: from, to and perhaps a step.
   *
   * @param arguments expressions without input
   */
  record FunctionScan(
      SqlOperator function, List<RexNode> arguments, RelDataType rowType, double rows)
      implements Leaf {
    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Filter(inputs.get(0), condition, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Project(inputs.get(0), expressions, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A nested-loop join that, for each left row, binds the correlation variable and runs the right
   * side: for lookup joins and for sub-queries that could not be decorrelated. INNER, LEFT, SEMI,
   * ANTI (the last two yield left rows only), LEFT_MARK (yields left rows with a mark, as {@link
   * MarkJoin}).
   *
   * @param condition over left and right fields, or null; for LEFT_MARK the three-valued comparison
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Correlate(inputs.get(0), inputs.get(1), variable, type, condition, rowType, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A hash join (with keys) or nested-loop join (without) over a buffered right side: INNER, LEFT,
   * RIGHT, FULL, SEMI, ANTI; or a merge join of inputs sorted by the keys: INNER, LEFT, SEMI, ANTI.
   *
   * @param leftKeys field indexes beside {@code rightKeys}; a NULL key never matches
   * @param descending for a merge join, whether each key is descending; empty for others
   * @param condition further condition over left and right fields, or null
   * @param materialized whether the right side is read only once although the join is rescanned; it
   *     then depends on no outer row; never set for RIGHT, FULL and merge joins
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

    /**
     * Returns the join of another left side with the same fields, with a materialized right side.
     */
    public Join withMaterializedRight(PlanNode otherLeft) {
      return new Join(
          otherLeft, right, leftKeys, rightKeys, descending, type, condition, rowType, rows, true);
    }

    /** Whether the join merges inputs that are sorted by the keys. */
    public boolean isMergeJoin() {
      return !descending.isEmpty();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Join(
          inputs.get(0),
          inputs.get(1),
          leftKeys,
          rightKeys,
          descending,
          type,
          condition,
          rowType,
          rows,
          materialized);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A hash join by one of several keys, for a condition with OR: INNER, LEFT, SEMI, ANTI. Each pair
   * of rows is joined once, in the order of the left rows.
   *
   * @param alternatives keys of which a left and a right row must have at least one in common; a
   *     NULL key never matches
   * @param condition the whole condition over left and right fields
   */
  record DisjunctiveJoin(
      PlanNode left,
      PlanNode right,
      List<Keys> alternatives,
      JoinRelType type,
      RexNode condition,
      RelDataType rowType,
      double rows)
      implements PlanNode {
    /** A key: expressions over the left row, and parallel ones over the right row. */
    public record Keys(List<RexNode> left, List<RexNode> right) {
      public Keys {
        left = List.copyOf(left);
        right = List.copyOf(right);
      }
    }

    public DisjunctiveJoin {
      alternatives = List.copyOf(alternatives);
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new DisjunctiveJoin(
          inputs.get(0), inputs.get(1), alternatives, type, condition, rowType, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A hash join that returns each left row once, with a mark as its last field: of the right rows
   * with equal group keys that meet the condition, whether any meets the comparison; NULL when none
   * does and the comparison is unknown for some.
   *
   * @param leftKeys expressions over the left row: group keys, then compared keys, which are part
   *     of the comparison
   * @param rightKeys expressions over the right row, parallel to {@code leftKeys}
   * @param groupKeys number of group keys
   * @param condition further condition over left and right fields, or null
   * @param compared the comparison over left and right fields, or null if each right row meets it
   * @param materialized whether the right side is read only once although the join is rescanned; it
   *     then depends on no outer row
   */
  record MarkJoin(
      PlanNode left,
      PlanNode right,
      List<RexNode> leftKeys,
      List<RexNode> rightKeys,
      int groupKeys,
      @Nullable RexNode condition,
      @Nullable RexNode compared,
      RelDataType rowType,
      boolean materialized)
      implements PlanNode {
    public MarkJoin {
      leftKeys = List.copyOf(leftKeys);
      rightKeys = List.copyOf(rightKeys);
    }

    /**
     * Returns the join of another left side with the same fields, with a materialized right side.
     */
    public MarkJoin withMaterializedRight(PlanNode otherLeft) {
      return new MarkJoin(
          otherLeft, right, leftKeys, rightKeys, groupKeys, condition, compared, rowType, true);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new MarkJoin(
          inputs.get(0),
          inputs.get(1),
          leftKeys,
          rightKeys,
          groupKeys,
          condition,
          compared,
          rowType,
          materialized);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public double rows() {
      return left.rows();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Locks the rows of a table scan as they are returned, where a sort comes between the scan and a
   * limit.
   *
   * @param input the scan, filtered and sorted, with a deferred locking clause
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new LockRows(inputs.get(0));
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }

    /** Returns the scan. */
    public TableScan scan() {
      PlanNode node = input;
      while (!node.inputs().isEmpty()) {
        node = node.inputs().get(0);
      }
      return (TableScan) node;
    }
  }

  /**
   * A sort (when there are collations), followed by offset and limit.
   *
   * @param ties sort keys of WITH TIES: rows that are equal to the last one in these keys are also
   *     returned; empty without WITH TIES
   * @param presorted number of the first sort keys by which the input is sorted: an incremental
   *     sort
   */
  record Sort(
      PlanNode input,
      List<RelFieldCollation> collations,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      List<RelFieldCollation> ties,
      double rows,
      int presorted)
      implements PlanNode {
    /** Creates a sort of rows in any order. */
    public Sort(
        PlanNode input,
        List<RelFieldCollation> collations,
        @Nullable RexNode offset,
        @Nullable RexNode fetch,
        List<RelFieldCollation> ties,
        double rows) {
      this(input, collations, offset, fetch, ties, rows, 0);
    }

    /** Creates a sort without ties. */
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Sort(inputs.get(0), collations, offset, fetch, ties, rows, presorted);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * An aggregation by fields of the input, once for each grouping set; a set without fields yields
   * exactly one row. Fields of the result: the group fields, NULL where they are not in the set,
   * then the calls.
   *
   * @param sets the grouping sets, as indexes into the group fields
   * @param sorted whether the rows of each group follow one another, so that one group at a time is
   *     computed; then the aggregation is simple, and no call buffers rows
   */
  record Aggregate(
      PlanNode input,
      List<Integer> groupFields,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      RelDataType rowType,
      double rows,
      boolean sorted)
      implements PlanNode {
    /** Creates an aggregation of rows in any order. */
    public Aggregate(
        PlanNode input,
        List<Integer> groupFields,
        List<List<Integer>> sets,
        List<AggregateCall> calls,
        RelDataType rowType,
        double rows) {
      this(input, groupFields, sets, calls, rowType, rows, false);
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(input);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Aggregate(inputs.get(0), groupFields, sets, calls, rowType, rows, sorted);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }

    /** Whether the only grouping set has all group fields. */
    public boolean isSimple() {
      return sets.size() == 1 && sets.get(0).size() == groupFields.size();
    }

    /** Whether it counts all rows of spans of keys: a tree knows their number. */
    public boolean isRowCount() {
      return groupFields.isEmpty()
          && isSimple()
          && input instanceof TableScan scan
          && scan.filter() == null
          && scan.distinct() == 0
          && !calls.isEmpty()
          && calls.stream()
              .allMatch(
                  call ->
                      call.getAggregation().getKind() == SqlKind.COUNT
                          && call.getArgList().isEmpty()
                          && !call.hasFilter());
    }
  }

  /**
   * Window functions over one partitioning and order. The input is sorted by partition, then by the
   * order. Fields of the result: the input's, then the calls.
   *
   * @param run condition that ends a partition early, or null; then no call needs later rows
   */
  record Window(
      PlanNode input,
      List<Integer> partition,
      List<RelFieldCollation> order,
      List<WindowCall> calls,
      @Nullable RunCondition run,
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Window(inputs.get(0), partition, order, calls, run, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * The rows of a partition that are needed: up to the first one whose number or rank exceeds the
   * limit.
   *
   * @param call number of the call, which never decreases within a partition
   * @param limit expression without input
   */
  record RunCondition(int call, RexNode limit) {}

  /** A window function over fields of a window's input. */
  record WindowCall(AggregateCall call, WindowFrame frame) {}

  /**
   * A WITH RECURSIVE query: returns the rows of the seed, then those of the step, which is repeated
   * over the rows of the previous iteration until it returns none.
   *
   * @param id of the rows of the previous iteration, for {@link RecursionScan}s of the step
   * @param name of the item of WITH
   * @param all whether duplicates are kept (UNION ALL)
   */
  record Recursion(
      PlanNode seed,
      PlanNode step,
      int id,
      String name,
      boolean all,
      RelDataType rowType,
      double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return List.of(seed, step);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Recursion(inputs.get(0), inputs.get(1), id, name, all, rowType, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** A scan of the previous iteration's rows of an enclosing {@link Recursion}. */
  record RecursionScan(int id, String name, RelDataType rowType, double rows) implements Leaf {
    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A statement with a data-modifying WITH. All parts read the snapshot from the start of the
   * statement. Items that the body reads are run to completion before it; other DML items are run
   * after it; other queries are not run.
   *
   * @param items items of the WITH
   * @param body the main query or DML statement
   */
  record With(List<Item> items, PlanNode body) implements PlanNode {
    /** A named query or DML statement, whose rows a {@link CteScan} reads. */
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      List<Item> others = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        others.add(new Item(items.get(i).name(), inputs.get(i)));
      }
      return new With(others, inputs.get(items.size()));
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A scan of the rows of a {@link With} item: the rows of a query, or the RETURNING rows of a DML
   * statement.
   *
   * @param item its index among the items
   * @param name of the item
   * @param alias name of the item within the query, for EXPLAIN
   */
  record CteScan(int item, String name, String alias, RelDataType rowType, double rows)
      implements Leaf {
    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A scan of the rows of a query of WITH that is executed once for all its scans, as far as they
   * read it.
   *
   * @param key identifies the query; scans with the same key share its rows
   * @param query the query; in a finished plan only the first scan has it
   */
  record SharedScan(
      Object key, String name, @Nullable PlanNode query, RelDataType rowType, double rows)
      implements PlanNode {
    @Override
    public List<PlanNode> inputs() {
      return query == null ? List.of() : List.of(query);
    }

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new SharedScan(key, name, inputs.isEmpty() ? null : inputs.get(0), rowType, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A UNION, INTERSECT or EXCEPT of inputs with equal types.
   *
   * @param order of a UNION ALL: the sort keys of all inputs, in which their rows are merged; empty
   *     where the rows of one input follow those of another
   */
  record SetOperation(
      Kind kind,
      boolean all,
      List<RelFieldCollation> order,
      List<PlanNode> inputs,
      RelDataType rowType,
      double rows)
      implements PlanNode {
    /** Creates an operation whose result is in no order. */
    public SetOperation(
        Kind kind, boolean all, List<PlanNode> inputs, RelDataType rowType, double rows) {
      this(kind, all, List.of(), inputs, rowType, rows);
    }

    /** The kind of set operation. */
    public enum Kind {
      UNION,
      INTERSECT,
      EXCEPT
    }

    @Override
    public PlanNode withInputs(List<PlanNode> others) {
      return new SetOperation(kind, all, order, others, rowType, rows);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * An INSERT. The source returns the value of every column of the table except the hidden one, in
   * order (with defaults filled in by the planner); an auto-increment column with a NULL value is
   * filled by the executor.
   *
   * @param checks expressions of CHECK constraints over the new row, parallel to the table's checks
   * @param conflict action on a duplicate key; null for an error
   * @param returning expressions over the written row of the table; empty when only the row count
   *     is returned
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Insert(table, inputs.get(0), checks, conflict, returning, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * An UPDATE. The source is read to its end before any row is written.
   *
   * @param keyFields fields of the source with the primary key's columns, in key order
   * @param assignments one for each changed column; additions only to columns that are used by
   *     nothing but their bounds
   * @param checks expressions of CHECK constraints over the whole new row of the table, parallel to
   *     the table's checks; null where no assigned column is in the check, or where additions carry
   *     the check as bounds
   * @param boundChecks the checks that additions carry as bounds, in the same form: for additions
   *     that are computed from the old value
   * @param returning expressions over the new row of the table followed by the source's row; empty
   *     when only the row count is returned
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Update(
          table, inputs.get(0), keyFields, assignments, checks, boundChecks, returning, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A DELETE. The source is read to its end before any row is written.
   *
   * @param keyFields fields of the source with the primary key's columns, in key order
   * @param returning as in {@link Update}, over the deleted row
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Delete(table, inputs.get(0), keyFields, returning, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A MERGE: updates and deletes rows that the source matches, and inserts where it matches none.
   *
   * @param keyFields fields of the source with the primary key's columns, in key order; NULL where
   *     no row of the table matched
   * @param cases WHEN clauses; the first one that applies to a row of the source is executed
   * @param returning over the table's row followed by the source's; empty for none
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

    @Override
    public PlanNode withInputs(List<PlanNode> inputs) {
      return new Merge(table, inputs.get(0), keyFields, cases, returning, rowType);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
      return visitor.visit(this);
    }
  }
}
