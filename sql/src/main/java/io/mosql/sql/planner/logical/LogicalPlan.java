package io.mosql.sql.planner.logical;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.WindowFrame;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * The logical plan of a query: blocks of sources joined under one set of conditions, and the
 * operators that joins are not moved across. Immutable.
 */
public sealed interface LogicalPlan {
  /** Returns the type of the rows. */
  RelDataType rowType();

  default int width() {
    return rowType().getFieldCount();
  }

  /**
   * A select-project-join block: its sources are joined, filtered, then projected. The block's
   * fields are the concatenated fields of its sources.
   *
   * @param conjuncts conditions over the block's fields that every row meets
   * @param outputs expressions over the block's fields
   */
  record Block(
      List<Source> sources, List<RexNode> conjuncts, List<RexNode> outputs, RelDataType rowType)
      implements LogicalPlan {
    public Block {
      sources = List.copyOf(sources);
      conjuncts = List.copyOf(conjuncts);
      outputs = List.copyOf(outputs);
    }
  }

  /**
   * One source of a block.
   *
   * @param type join type: INNER (by the block's conjuncts), LEFT, SEMI, ANTI, LEFT_MARK (by {@code
   *     on})
   * @param on conditions over the block's fields
   * @param offset index of its first field in the block
   * @param variable correlation variable that it refers to, or null
   * @param variableRow values of the variable's fields, over the block's fields
   * @param mark for a LEFT_MARK join, its mark; else null
   */
  record Source(
      LogicalPlan input,
      JoinRelType type,
      List<RexNode> on,
      int offset,
      @Nullable CorrelationId variable,
      List<RexNode> variableRow,
      @Nullable Mark mark) {
    public Source {
      on = List.copyOf(on);
      variableRow = List.copyOf(variableRow);
    }

    /** Creates a source without a mark. */
    public Source(
        LogicalPlan input,
        JoinRelType type,
        List<RexNode> on,
        int offset,
        @Nullable CorrelationId variable,
        List<RexNode> variableRow) {
      this(input, type, on, offset, variable, variableRow, null);
    }

    public Source withOn(List<RexNode> other) {
      return new Source(input, type, other, offset, variable, variableRow, mark);
    }

    public int end() {
      return offset + input.width() + (mark == null ? 0 : 1);
    }

    /** Returns the three-valued conditions of the mark. */
    public List<RexNode> compared() {
      return mark == null ? List.of() : mark.compared;
    }

    /** Returns the type of a field of the block that is one of the source's. */
    public RelDataType fieldType(int field) {
      int index = field - offset;
      return mark != null && index == input.width()
          ? mark.type
          : input.rowType().getFieldList().get(index).getType();
    }
  }

  /**
   * The mark of a row of a LEFT_MARK join, the last field of the source and the only one that is
   * visible outside: of the source's rows that meet {@code on}, whether any meets the comparison;
   * NULL when none does and the comparison is unknown for some.
   *
   * @param compared the comparison: conditions over the block's fields, all of which a row meets
   * @param type BOOLEAN
   */
  record Mark(List<RexNode> compared, RelDataType type) {
    public Mark {
      compared = List.copyOf(compared);
    }
  }

  /**
   * A scan of a table with all columns.
   *
   * @param alias name of the table within the query
   * @param locking the locking clause for its rows, or null for none
   */
  record Scan(TableDef table, String alias, RelDataType rowType, @Nullable LockingClause locking)
      implements LogicalPlan {}

  /**
   * A scan of a system view.
   *
   * @param alias name of the view within the query
   */
  record ViewScan(SystemView view, String alias, RelDataType rowType) implements LogicalPlan {}

  /** Rows without input; SELECT without FROM reads one row without fields. */
  record Values(List<List<RexNode>> tuples, RelDataType rowType) implements LogicalPlan {}

  /** The rows that a function returns for arguments without input. */
  record FunctionScan(SqlOperator function, List<RexNode> arguments, RelDataType rowType)
      implements LogicalPlan {
    public FunctionScan {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * An aggregation: the group fields, then the calls.
   *
   * @param sets the grouping sets, as indexes into {@code fields}
   */
  record Aggregate(
      LogicalPlan input,
      List<Integer> fields,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      RelDataType rowType)
      implements LogicalPlan {
    /** Creates an aggregation with one grouping set of all fields. */
    public Aggregate(
        LogicalPlan input, List<Integer> fields, List<AggregateCall> calls, RelDataType rowType) {
      this(
          input,
          fields,
          List.of(IntStream.range(0, fields.size()).boxed().toList()),
          calls,
          rowType);
    }

    /** Whether the aggregation returns exactly one row for any input. */
    public boolean isSingleRow() {
      return sets.size() == 1 && sets.get(0).isEmpty();
    }
  }

  /** The input's fields, followed by window functions over them. */
  record Window(LogicalPlan input, List<WindowCall> calls, RelDataType rowType)
      implements LogicalPlan {
    public Window {
      calls = List.copyOf(calls);
    }
  }

  /**
   * A window function.
   *
   * @param partition fields of the input
   * @param order sort keys over the fields of the input
   */
  record WindowCall(
      AggregateCall call,
      List<Integer> partition,
      List<RelFieldCollation> order,
      WindowFrame frame) {}

  /**
   * A sort with offset and limit.
   *
   * @param ties whether the peers of the last row are also returned
   */
  record Sort(
      LogicalPlan input,
      List<RelFieldCollation> collations,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      boolean ties)
      implements LogicalPlan {
    /** Creates a sort without ties. */
    public Sort(
        LogicalPlan input,
        List<RelFieldCollation> collations,
        @Nullable RexNode offset,
        @Nullable RexNode fetch) {
      this(input, collations, offset, fetch, false);
    }

    @Override
    public RelDataType rowType() {
      return input.rowType();
    }

    public boolean limits() {
      return offset != null || fetch != null;
    }
  }

  /** A UNION, INTERSECT or EXCEPT. */
  record SetOperation(
      PlanNode.SetOperation.Kind kind, boolean all, List<LogicalPlan> inputs, RelDataType rowType)
      implements LogicalPlan {}

  /**
   * A WITH RECURSIVE query.
   *
   * @param id of the rows of the previous iteration, for {@link RecursionScan}s of the step
   */
  record Recursion(
      LogicalPlan seed, LogicalPlan step, int id, String name, boolean all, RelDataType rowType)
      implements LogicalPlan {}

  /** A scan of the rows of the previous iteration. */
  record RecursionScan(int id, String name, RelDataType rowType) implements LogicalPlan {}

  /** A scan of the rows of a data-modifying WITH's item, which is executed before. */
  record CteScan(int item, String name, String alias, RelDataType rowType) implements LogicalPlan {}

  /**
   * A query of WITH that is referenced repeatedly; each reference is equal.
   *
   * @param isRepeatable whether it may be executed repeatedly
   */
  record Shared(SharedQuery.Definition definition, LogicalPlan query, boolean isRepeatable)
      implements LogicalPlan {
    @Override
    public RelDataType rowType() {
      return query.rowType();
    }
  }

  /** A FULL outer join. */
  record FullJoin(LogicalPlan left, LogicalPlan right, List<RexNode> on, RelDataType rowType)
      implements LogicalPlan {}
}
