package io.mosql.sql.planner;

import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RowClaim;
import io.mosql.sql.plan.WindowFrame;
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
 * The normal form of a query: blocks of sources joined under one set of conditions, and the
 * operators that a join cannot be moved across. Immutable.
 */
sealed interface Logical {
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
      implements Logical {
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
      Logical input,
      JoinRelType type,
      List<RexNode> on,
      int offset,
      @Nullable CorrelationId variable,
      List<RexNode> variableRow) {
    public Source {
      on = List.copyOf(on);
      variableRow = List.copyOf(variableRow);
    }

    int end() {
      return offset + input.width();
    }
  }

  /**
   * A table, full width.
   *
   * @param claim what is wanted of its rows beyond reading them, or null
   */
  record Scan(TableDef table, RelDataType rowType, @Nullable RowClaim claim) implements Logical {}

  /** A system view. */
  record View(SystemView view, RelDataType rowType) implements Logical {}

  /** Rows without input; with no fields and one row: what SELECT without FROM reads. */
  record Rows(List<List<RexNode>> tuples, RelDataType rowType) implements Logical {}

  /** The rows that a function returns for arguments, which have no input. */
  record Series(SqlOperator function, List<RexNode> arguments, RelDataType rowType)
      implements Logical {
    public Series {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Groups, then calls.
   *
   * @param sets the grouping sets, as numbers of fields in {@code fields}
   */
  record Group(
      Logical input,
      List<Integer> fields,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      RelDataType rowType)
      implements Logical {
    /** One set of all fields. */
    Group(Logical input, List<Integer> fields, List<AggregateCall> calls, RelDataType rowType) {
      this(
          input,
          fields,
          List.of(IntStream.range(0, fields.size()).boxed().toList()),
          calls,
          rowType);
    }

    /** Whether it yields one row whatever the input. */
    boolean isSingleRow() {
      return sets.size() == 1 && sets.get(0).isEmpty();
    }
  }

  /** The input's fields, then window functions over them. */
  record Window(Logical input, List<WindowCall> calls, RelDataType rowType) implements Logical {
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
  record Order(
      Logical input,
      List<RelFieldCollation> collations,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      boolean ties)
      implements Logical {
    /** Without ties. */
    Order(
        Logical input,
        List<RelFieldCollation> collations,
        @Nullable RexNode offset,
        @Nullable RexNode fetch) {
      this(input, collations, offset, fetch, false);
    }

    @Override
    public RelDataType rowType() {
      return input.rowType();
    }

    boolean limits() {
      return offset != null || fetch != null;
    }
  }

  /** UNION, INTERSECT, EXCEPT. */
  record Combine(
      PlanNode.SetOperation.Kind kind, boolean all, List<Logical> inputs, RelDataType rowType)
      implements Logical {}

  /**
   * WITH RECURSIVE.
   *
   * @param id of the rows of the round before, for {@link RecursionScan}s of the step
   */
  record Recursion(Logical seed, Logical step, int id, boolean all, RelDataType rowType)
      implements Logical {}

  /** The rows of the round before. */
  record RecursionScan(int id, RelDataType rowType) implements Logical {}

  /** The rows of an item of a WITH that is run before. */
  record Cte(int item, String name, RelDataType rowType) implements Logical {}

  /** FULL outer join. */
  record FullJoin(Logical left, Logical right, List<RexNode> on, RelDataType rowType)
      implements Logical {}
}
