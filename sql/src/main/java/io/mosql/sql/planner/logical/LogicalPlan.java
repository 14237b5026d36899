package io.mosql.sql.planner.logical;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.WindowFrame;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
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
  /** Fields that it yields. */
  RelDataType rowType();

  default int width() {
    return rowType().getFieldCount();
  }

  /**
   * Select, project, join: sources side by side, filtered, then projected. The block's fields are
   * those of its sources one after the other.
   *
   * @param conjuncts conditions over the block's fields that a row meets
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
   * @param type how it meets the other sources: INNER (by the block's conjuncts), LEFT, SEMI, ANTI
   *     (by {@code on})
   * @param on conditions over the block's fields
   * @param offset its first field in the block
   * @param variable correlation variable that it refers to, or null
   * @param variableRow what the variable's fields are, over the block's fields
   */
  record Source(
      LogicalPlan input,
      JoinRelType type,
      List<RexNode> on,
      int offset,
      @Nullable CorrelationId variable,
      List<RexNode> variableRow) {
    public Source {
      on = List.copyOf(on);
      variableRow = List.copyOf(variableRow);
    }

    public int end() {
      return offset + input.width();
    }
  }

  /**
   * A table, full width.
   *
   * @param locking what is wanted of its rows beyond reading them, or null
   */
  record Scan(TableDef table, RelDataType rowType, @Nullable LockingClause locking)
      implements LogicalPlan {}

  /** A system view. */
  record ViewScan(SystemView view, RelDataType rowType) implements LogicalPlan {}

  /** Rows without input; with no fields and one row: what SELECT without FROM reads. */
  record Values(List<List<RexNode>> tuples, RelDataType rowType) implements LogicalPlan {}

  /** The rows that a function returns for arguments, which have no input. */
  record FunctionScan(SqlOperator function, List<RexNode> arguments, RelDataType rowType)
      implements LogicalPlan {
    public FunctionScan {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Groups, then calls.
   *
   * @param sets the grouping sets, as numbers of fields in {@code fields}
   */
  record Aggregate(
      LogicalPlan input,
      List<Integer> fields,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      RelDataType rowType)
      implements LogicalPlan {
    /** One set of all fields. */
    public Aggregate(
        LogicalPlan input, List<Integer> fields, List<AggregateCall> calls, RelDataType rowType) {
      this(
          input,
          fields,
          List.of(IntStream.range(0, fields.size()).boxed().toList()),
          calls,
          rowType);
    }

    /** Whether it yields one row whatever the input. */
    public boolean isSingleRow() {
      return sets.size() == 1 && sets.get(0).isEmpty();
    }
  }

  /** The input's fields, then window functions over them. */
  record Window(LogicalPlan input, List<WindowCall> calls, RelDataType rowType)
      implements LogicalPlan {
    public Window {
      calls = List.copyOf(calls);
    }
  }

  /**
   * One window function.
   *
   * @param partition fields of the input
   * @param order likewise
   */
  record WindowCall(
      AggregateCall call,
      List<Integer> partition,
      List<RelFieldCollation> order,
      WindowFrame frame) {}

  /**
   * Sorts, skips and limits.
   *
   * @param ties whether the peers of the last row come, too
   */
  record Sort(
      LogicalPlan input,
      List<RelFieldCollation> collations,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      boolean ties)
      implements LogicalPlan {
    /** Without ties. */
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

  /** UNION, INTERSECT, EXCEPT. */
  record SetOperation(
      PlanNode.SetOperation.Kind kind, boolean all, List<LogicalPlan> inputs, RelDataType rowType)
      implements LogicalPlan {}

  /**
   * WITH RECURSIVE.
   *
   * @param id of the rows of the round before, for {@link RecursionScan}s of the step
   */
  record Recursion(LogicalPlan seed, LogicalPlan step, int id, boolean all, RelDataType rowType)
      implements LogicalPlan {}

  /** The rows of the round before. */
  record RecursionScan(int id, RelDataType rowType) implements LogicalPlan {}

  /** The rows of an item of a WITH that is run before. */
  record CteScan(int item, String name, RelDataType rowType) implements LogicalPlan {}

  /** FULL outer join. */
  record FullJoin(LogicalPlan left, LogicalPlan right, List<RexNode> on, RelDataType rowType)
      implements LogicalPlan {}
}
