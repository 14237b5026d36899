package io.mosql.sql.planner.logical;

import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.WindowFrame;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.expression.GroupsFrameMarker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Extracts the window functions of a projection: their inputs become fields of a block, a {@link
 * LogicalPlan.Window} computes them, and the projection refers to the results.
 */
final class WindowCallExtractor {
  private final LogicalPlanBuilder builder;
  private final BlockBuilder inner;
  private final List<RexNode> outputs = new ArrayList<>();
  private final RelDataTypeFactory.Builder rowType;
  private final Map<RexNode, Integer> fields = new HashMap<>();
  private final Map<RexNode, Integer> numbers = new HashMap<>();
  private final List<LogicalPlan.WindowCall> calls = new ArrayList<>();
  private List<RexNode> row = List.of();
  private Set<CorrelationId> variables = Set.of();

  WindowCallExtractor(LogicalPlanBuilder builder) {
    this.builder = builder;
    this.inner = new BlockBuilder(builder);
    this.rowType = builder.rex().getTypeFactory().builder();
  }

  /** Returns the projection's expressions over fields of the block. */
  List<RexNode> flatten(Project project, BlockBuilder block) {
    row = builder.flatten(project.getInput(), inner, false);
    variables = project.getVariablesSet();
    int width = row.size();
    List<String> names = project.getInput().getRowType().getFieldNames();
    for (int i = 0; i < width; i++) {
      outputs.add(row.get(i));
      rowType.add(names.get(i), row.get(i).getType());
    }
    List<RexNode> over = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      over.add(RexUtil.expandSearch(builder.rex(), null, expression));
    }
    over.forEach(this::collect);
    int inputWidth = outputs.size();
    LogicalPlan.Block input = inner.build(outputs, rowType.build());
    RelDataTypeFactory.Builder windowType =
        builder.rex().getTypeFactory().builder().addAll(input.rowType().getFieldList());
    for (LogicalPlan.WindowCall call : calls) {
      windowType.add("w" + windowType.getFieldCount(), call.call().getType());
    }
    List<RexNode> references =
        block.addSource(
            new LogicalPlan.Window(input, calls, windowType.build()), JoinRelType.INNER);
    List<RexNode> result = new ArrayList<>();
    for (RexNode expression : over) {
      result.add(block.resolve(replaced(expression, inputWidth), references, variables));
    }
    return result;
  }

  private void collect(RexNode expression) {
    expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            if (!numbers.containsKey(over)) {
              numbers.put(over, calls.size());
              calls.add(call(over));
            }
            return over;
          }
        });
  }

  private RexNode replaced(RexNode expression, int inputWidth) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            Integer number = numbers.get(over);
            if (number == null) {
              throw new IllegalStateException("a window function that was not collected");
            }
            return new RexInputRef(inputWidth + number, over.getType());
          }
        });
  }

  private LogicalPlan.WindowCall call(RexOver over) {
    List<Integer> arguments = over.getOperands().stream().map(this::field).toList();
    RexWindow window = over.getWindow();
    List<RelFieldCollation> order = new ArrayList<>();
    for (RexFieldCollation key : window.orderKeys) {
      order.add(new RelFieldCollation(field(key.left), key.getDirection(), key.getNullDirection()));
    }
    AggregateCall call =
        AggregateCall.create(
            over.getAggOperator(),
            over.isDistinct(),
            false,
            over.ignoreNulls(),
            List.of(),
            arguments,
            -1,
            null,
            RelCollations.EMPTY,
            over.getType(),
            null);
    List<Integer> partition =
        window.partitionKeys.stream()
            .filter(key -> !GroupsFrameMarker.is(key))
            .map(this::field)
            .distinct()
            .toList();
    return new LogicalPlan.WindowCall(call, partition, order, frame(window));
  }

  /** Returns the field with the expression's value, adding it if necessary. */
  private int field(RexNode expression) {
    if (expression instanceof RexInputRef ref) {
      return ref.getIndex();
    }
    Integer known = fields.get(expression);
    if (known != null) {
      return known;
    }
    RexNode resolved = inner.resolve(expression, row, variables);
    int field = outputs.size();
    outputs.add(resolved);
    rowType.add("w" + field, resolved.getType());
    fields.put(expression, field);
    return field;
  }

  private static WindowFrame frame(RexWindow window) {
    WindowFrame.Exclusion exclusion =
        switch (window.getExclude()) {
          case EXCLUDE_NO_OTHER -> WindowFrame.Exclusion.NO_OTHERS;
          case EXCLUDE_CURRENT_ROW -> WindowFrame.Exclusion.CURRENT_ROW;
          case EXCLUDE_GROUP -> WindowFrame.Exclusion.GROUP;
          case EXCLUDE_TIES -> WindowFrame.Exclusion.TIES;
        };
    WindowFrame.Unit unit =
        window.partitionKeys.stream().anyMatch(GroupsFrameMarker::is)
            ? WindowFrame.Unit.GROUPS
            : window.isRows() ? WindowFrame.Unit.ROWS : WindowFrame.Unit.RANGE;
    return new WindowFrame(
        unit, bound(window.getLowerBound(), unit), bound(window.getUpperBound(), unit), exclusion);
  }

  private static WindowFrame.Bound bound(RexWindowBound bound, WindowFrame.Unit unit) {
    if (bound.isUnbounded()) {
      return new WindowFrame.Bound(
          bound.isPreceding()
              ? WindowFrame.BoundKind.UNBOUNDED_PRECEDING
              : WindowFrame.BoundKind.UNBOUNDED_FOLLOWING,
          null);
    }
    if (bound.isCurrentRow()) {
      return new WindowFrame.Bound(WindowFrame.BoundKind.CURRENT_ROW, null);
    }
    RexNode offset = bound.getOffset();
    if (!isWithoutInput(offset)) {
      throw SqlErrorMessage.FRAME_OFFSET_NOT_CONSTANT.error();
    }
    RelDataType type = offset.getType();
    if (unit != WindowFrame.Unit.RANGE
        && !SqlTypeUtil.isNumeric(type)
        && type.getSqlTypeName() != SqlTypeName.NULL) {
      throw SqlErrorMessage.FRAME_OFFSET_NOT_NUMBER.error(unit, RelTypes.sqlType(type));
    }
    return new WindowFrame.Bound(
        bound.isPreceding() ? WindowFrame.BoundKind.PRECEDING : WindowFrame.BoundKind.FOLLOWING,
        offset);
  }

  /** Whether the expression consists of constants, parameters and functions of them. */
  private static boolean isWithoutInput(RexNode expression) {
    return expression instanceof RexLiteral
        || expression instanceof RexDynamicParam
        || expression instanceof RexCall call
            && !(call instanceof RexOver)
            && !(call instanceof RexSubQuery)
            && call.getOperands().stream().allMatch(WindowCallExtractor::isWithoutInput);
  }
}
