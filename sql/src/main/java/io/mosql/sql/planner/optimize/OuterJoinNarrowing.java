package io.mosql.sql.planner.optimize;

import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Narrows outer joins below a condition that is not true for their NULLs, also with other operators
 * in between.
 *
 * <pre>
 * (a LEFT JOIN b ON ..) JOIN c ON c.id = b.c     =   (a JOIN b ON ..) JOIN c ON c.id = b.c
 * a LEFT JOIN b ON b.id = a.b WHERE b.id IS NULL  =   a ANTI JOIN b ON b.id = a.b
 * </pre>
 */
final class OuterJoinNarrowing {
  private final RelBuilder builder;

  private OuterJoinNarrowing(RelBuilder builder) {
    this.builder = builder;
  }

  /** Whether the relation has a condition that may narrow joins below it. */
  static boolean isRoot(RelNode rel) {
    return rel instanceof Filter || rel instanceof Join;
  }

  static RelNode rewrite(RelNode rel, RelBuilder builder) {
    return new OuterJoinNarrowing(builder).narrowed(rel, new BitSet());
  }

  /** Replaces an outer join by an ANTI join if the filter keeps only rows without a match. */
  static RelNode toAntiJoin(RelNode filter, RelBuilder builder) {
    RelNode anti = new OuterJoinNarrowing(builder).antiJoined((Filter) filter);
    return anti == null ? filter : anti;
  }

  /**
   * Returns a relation of the same type with narrower joins, or the same one.
   *
   * @param required fields; rows with NULL in any of them are not used
   */
  private RelNode narrowed(RelNode node, BitSet required) {
    RelNode rel = node.stripped();
    if (rel instanceof Filter filter && Rexes.isDeterministic(filter.getCondition())) {
      BitSet all = (BitSet) required.clone();
      Expressions.addRequiredFields(filter.getCondition(), all);
      return withInput(node, rel, narrowed(filter.getInput(), all));
    } else if (rel instanceof Project project
        && !project.containsOver()
        && project.getProjects().stream().allMatch(Rexes::isDeterministic)) {
      BitSet inputs = new BitSet();
      required.stream()
          .forEach(field -> inputs.or(Expressions.fieldsOfValue(project.getProjects().get(field))));
      return withInput(node, rel, narrowed(project.getInput(), inputs));
    } else if (rel instanceof Aggregate aggregate
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      BitSet keys = new BitSet();
      required.stream()
          .filter(field -> field < aggregate.getGroupCount())
          .forEach(field -> keys.set(aggregate.getGroupSet().nth(field)));
      return withInput(node, rel, narrowed(aggregate.getInput(), keys));
    } else if (rel instanceof Join join && Rexes.isDeterministic(join.getCondition())) {
      return narrowed(node, join, required);
    } else if (rel instanceof Correlate correlate) {
      return narrowed(node, correlate, required);
    }
    return node;
  }

  private static RelNode withInput(RelNode node, RelNode rel, RelNode input) {
    return input == rel.getInput(0) ? node : rel.copy(rel.getTraitSet(), List.of(input));
  }

  private static JoinRelType type(JoinRelType type, BitSet left, BitSet right) {
    JoinRelType narrow =
        type.generatesNullsOnLeft() && !left.isEmpty() ? type.cancelNullsOnLeft() : type;
    return narrow.generatesNullsOnRight() && !right.isEmpty()
        ? narrow.cancelNullsOnRight()
        : narrow;
  }

  private RelNode narrowed(RelNode node, Join join, BitSet required) {
    int width = join.getLeft().getRowType().getFieldCount();
    int end = width + join.getRight().getRowType().getFieldCount();
    BitSet left = required.get(0, width);
    BitSet right = required.get(width, end);
    JoinRelType type = type(join.getJoinType(), left, right);
    BitSet own = new BitSet();
    Expressions.addRequiredFields(join.getCondition(), own);
    if (type != JoinRelType.FULL && type != JoinRelType.LEFT && type != JoinRelType.ANTI) {
      left.or(own.get(0, width));
    }
    if (type != JoinRelType.FULL && type != JoinRelType.RIGHT) {
      right.or(own.get(width, end));
    }
    RelNode newLeft = narrowed(join.getLeft(), left);
    RelNode newRight = narrowed(join.getRight(), right);
    if (type == join.getJoinType() && newLeft == join.getLeft() && newRight == join.getRight()) {
      return node;
    }
    RelNode narrower =
        join.copy(
            join.getTraitSet(),
            join.getCondition(),
            newLeft,
            newRight,
            type,
            join.isSemiJoinDone());
    return builder.push(narrower).convert(join.getRowType(), false).build();
  }

  private RelNode narrowed(RelNode node, Correlate lateral, BitSet required) {
    int width = lateral.getLeft().getRowType().getFieldCount();
    BitSet left = required.get(0, width);
    BitSet right = required.get(width, width + lateral.getRight().getRowType().getFieldCount());
    JoinRelType type = type(lateral.getJoinType(), left, right);
    RelNode newLeft = narrowed(lateral.getLeft(), left);
    RelNode newRight = narrowed(lateral.getRight(), right);
    if (type == lateral.getJoinType()
        && newLeft == lateral.getLeft()
        && newRight == lateral.getRight()) {
      return node;
    }
    RelNode narrower =
        lateral.copy(
            lateral.getTraitSet(),
            newLeft,
            newRight,
            lateral.getCorrelationId(),
            lateral.getRequiredColumns(),
            type);
    return builder.push(narrower).convert(lateral.getRowType(), false).build();
  }

  /** Returns the filter with an ANTI join below it, or null. */
  private @Nullable RelNode antiJoined(Filter filter) {
    List<RexNode> conjuncts = Rexes.conjunctions(filter.getCondition());
    for (RexNode conjunct : conjuncts) {
      if (conjunct.getKind() == SqlKind.IS_NULL
          && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef ref) {
        RelNode input = withoutMatches(filter.getInput(), ref.getIndex());
        if (input != null) {
          List<RexNode> rest = new ArrayList<>(conjuncts);
          rest.remove(conjunct);
          return rest.isEmpty()
              ? input
              : filter.copy(
                  filter.getTraitSet(),
                  input,
                  RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), rest));
        }
      }
    }
    return null;
  }

  /**
   * Returns the rows in which the field is NULL when these are the rows that an outer join extends
   * by NULLs; null if they are not.
   */
  private @Nullable RelNode withoutMatches(RelNode node, int field) {
    RelNode rel = node.stripped();
    if (rel instanceof Project project
        && !project.containsOver()
        && project.getProjects().stream().allMatch(Rexes::isDeterministic)
        && project.getProjects().get(field) instanceof RexInputRef ref) {
      RelNode input = withoutMatches(project.getInput(), ref.getIndex());
      return input == null ? null : rel.copy(rel.getTraitSet(), List.of(input));
    } else if (rel instanceof Join join
        && join.getJoinType() == JoinRelType.LEFT
        && Expressions.isPlain(join)) {
      int width = join.getLeft().getRowType().getFieldCount();
      if (field < width) {
        RelNode left = withoutMatches(join.getLeft(), field);
        return left == null ? null : join.copy(join.getTraitSet(), List.of(left, join.getRight()));
      }
      BitSet own = new BitSet();
      Expressions.addRequiredFields(join.getCondition(), own);
      RelDataTypeField right = join.getRight().getRowType().getFieldList().get(field - width);
      return own.get(field) || !right.getType().isNullable() ? antiJoin(join) : null;
    }
    return null;
  }

  private RelNode antiJoin(Join join) {
    RexBuilder rex = builder.getRexBuilder();
    List<RexNode> outputs = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      outputs.add(
          field.getIndex() < join.getLeft().getRowType().getFieldCount()
              ? rex.makeInputRef(field.getType(), field.getIndex())
              : rex.makeNullLiteral(field.getType()));
    }
    RelNode anti =
        join.copy(
            join.getTraitSet(),
            join.getCondition(),
            join.getLeft(),
            join.getRight(),
            JoinRelType.ANTI,
            join.isSemiJoinDone());
    return builder
        .push(anti)
        .project(outputs, join.getRowType().getFieldNames(), true, Set.of())
        .build();
  }
}
