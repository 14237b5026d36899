package io.mosql.sql.planner.logical;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A builder that collects the sources and conditions of one block. */
final class BlockBuilder {
  /** A state of the builder to reset to. */
  record Mark(int sources, int conjuncts, int fields) {}

  private final LogicalPlanBuilder builder;
  private final List<LogicalPlan.Source> sources = new ArrayList<>();
  private final List<RexNode> conjuncts = new ArrayList<>();
  private int fields;

  BlockBuilder(LogicalPlanBuilder builder) {
    this.builder = builder;
  }

  LogicalPlanBuilder builder() {
    return builder;
  }

  Mark mark() {
    return new Mark(sources.size(), conjuncts.size(), fields);
  }

  /** Removes everything added after the mark. */
  void reset(Mark mark) {
    sources.subList(mark.sources, sources.size()).clear();
    conjuncts.subList(mark.conjuncts, conjuncts.size()).clear();
    fields = mark.fields;
  }

  /** Adds a source; returns references to its fields. */
  List<RexNode> addSource(LogicalPlan input, JoinRelType type) {
    return add(input, type, null, List.of());
  }

  /** Adds a lateral source, which refers to the row of the sources before it. */
  List<RexNode> addLateral(
      LogicalPlan input, JoinRelType type, @Nullable CorrelationId variable, List<RexNode> row) {
    return add(input, type, variable, row);
  }

  private List<RexNode> add(
      LogicalPlan input, JoinRelType type, @Nullable CorrelationId variable, List<RexNode> row) {
    sources.add(new LogicalPlan.Source(input, type, List.of(), fields, variable, row));
    List<RexNode> references = new ArrayList<>();
    boolean outer = type == JoinRelType.LEFT;
    for (RelDataTypeField field : input.rowType().getFieldList()) {
      RelDataType fieldType = field.getType();
      references.add(
          new RexInputRef(
              fields++,
              outer
                  ? builder.rex().getTypeFactory().createTypeWithNullability(fieldType, true)
                  : fieldType));
    }
    return references;
  }

  /** Returns the index of the source added last. */
  int lastSource() {
    return sources.size() - 1;
  }

  /** Sets the join conditions of a source. */
  void setOn(int index, List<RexNode> on) {
    LogicalPlan.Source source = sources.get(index);
    sources.set(index, source.withOn(on));
  }

  /**
   * Adds a mark join with a source.
   *
   * @param input the source
   * @param variable the correlation variable that it refers to, or null
   * @param row values of the variable's fields
   * @return references to the fields of the source, for {@link #setMark} only
   */
  List<RexNode> addMarked(LogicalPlan input, @Nullable CorrelationId variable, List<RexNode> row) {
    return add(input, JoinRelType.LEFT_MARK, variable, row);
  }

  /** Completes the mark join that was added last; returns a reference to its mark. */
  RexNode setMark(List<RexNode> on, LogicalPlan.Mark mark) {
    LogicalPlan.Source source = sources.get(lastSource());
    sources.set(
        lastSource(),
        new LogicalPlan.Source(
            source.input(),
            source.type(),
            on,
            source.offset(),
            source.variable(),
            source.variableRow(),
            mark));
    return new RexInputRef(fields++, mark.type());
  }

  /** Adds a condition on a row, whose fields are expressions over the block's fields. */
  void addCondition(RexNode conjunct, List<RexNode> row, Set<CorrelationId> variables) {
    SubQueryUnnester unnester = new SubQueryUnnester(this, row, variables);
    if (!unnester.addCondition(conjunct)) {
      add(unnester.replaceIn(conjunct, true));
    }
  }

  void add(RexNode conjunct) {
    conjuncts.add(conjunct);
  }

  /** Returns the expression over the block's fields, with its sub-queries added as sources. */
  RexNode resolve(RexNode expression, List<RexNode> row, Set<CorrelationId> variables) {
    RexNode plain = new SubQueryUnnester(this, row, variables).replaceIn(expression);
    return Objects.requireNonNull(plain);
  }

  LogicalPlan.Block build(List<RexNode> outputs, RelDataType rowType) {
    return new LogicalPlan.Block(sources, conjuncts, outputs, rowType);
  }
}
