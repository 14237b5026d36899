package io.mosql.sql.planner.optimize;

import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.Deferrability;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.ComparisonCastRemover;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.schema.MosqlTableScan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Removes what the result does not depend on, from the top down with the fields that are needed:
 *
 * <ul>
 *   <li>the other side of an outer join none of whose fields is needed, if each row meets at most
 *       one row of it, or if duplicates do not matter
 *   <li>the parent in an inner join over a foreign key, if at most its key is needed
 *   <li>a DISTINCT of rows that are distinct by a key
 * </ul>
 *
 * Relations keep their types; an unused field becomes NULL.
 */
final class UnusedJoins {
  private final RexBuilder rex;

  UnusedJoins(RexBuilder rex) {
    this.rex = rex;
  }

  /**
   * Returns an equivalent relation, or the same one.
   *
   * @param values whether the values of the rows matter, or only that there are rows
   * @param duplicates whether the number of equal rows matters
   */
  RelNode remove(RelNode rel, boolean values, boolean duplicates) {
    return visit(rel, values ? all(rel) : new BitSet(), duplicates);
  }

  private static BitSet all(RelNode rel) {
    BitSet all = new BitSet();
    all.set(0, rel.getRowType().getFieldCount());
    return all;
  }

  private RelNode visit(RelNode rel, BitSet needed, boolean duplicates) {
    if (rel instanceof Project project) {
      return visitProject(project, needed, duplicates);
    } else if (rel instanceof Filter filter) {
      BitSet fields = with(needed, filter.getCondition());
      return withInput(
          rel,
          filter.getVariablesSet().isEmpty() ? fields : all(rel),
          duplicates || !Rexes.isDeterministic(filter.getCondition()));
    } else if (rel instanceof Sort sort) {
      BitSet fields = (BitSet) needed.clone();
      sort.getCollation().getKeys().forEach(fields::set);
      return withInput(rel, fields, duplicates || sort.fetch != null || sort.offset != null);
    } else if (rel instanceof Aggregate aggregate) {
      return visitAggregate(aggregate);
    } else if (rel instanceof Join join) {
      return visitJoin(join, needed, duplicates);
    } else if (rel instanceof Correlate lateral) {
      return visitLateral(lateral, needed, duplicates);
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean counted = !(rel instanceof SetOp setOp) || setOp.all && duplicates;
    for (RelNode input : rel.getInputs()) {
      inputs.add(visit(input, all(input), counted));
    }
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  private static BitSet with(BitSet needed, RexNode... nodes) {
    BitSet fields = (BitSet) needed.clone();
    for (RexNode node : nodes) {
      Rexes.addFields(node, fields);
    }
    return fields;
  }

  private RelNode withInput(RelNode rel, BitSet fields, boolean duplicates) {
    RelNode input = visit(rel.getInput(0), fields, duplicates);
    return input == rel.getInput(0) ? rel : rel.copy(rel.getTraitSet(), List.of(input));
  }

  private RelNode visitProject(Project project, BitSet needed, boolean duplicates) {
    List<RexNode> outputs = project.getProjects();
    BitSet kept = (BitSet) needed.clone();
    boolean counted = duplicates || project.containsOver();
    for (int i = 0; i < outputs.size(); i++) {
      if (!Rexes.isDeterministic(outputs.get(i))) {
        kept.set(i);
        counted = true;
      }
    }
    BitSet fields = new BitSet();
    kept.stream().forEach(i -> Rexes.addFields(outputs.get(i), fields));
    RelNode input =
        visit(
            project.getInput(),
            project.getVariablesSet().isEmpty() ? fields : all(project.getInput()),
            counted);
    if (input == project.getInput()) {
      return project;
    }
    List<RexNode> used = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      RexNode output = outputs.get(i);
      used.add(kept.get(i) || Rexes.isLeaf(output) ? output : unused(output.getType()));
    }
    return LogicalProject.create(
        input, project.getHints(), used, project.getRowType(), project.getVariablesSet());
  }

  private RexNode unused(RelDataType type) {
    return rex.makeAbstractCast(type, rex.makeNullLiteral(type), false);
  }

  private RelNode visitAggregate(Aggregate aggregate) {
    boolean grouped =
        aggregate.getGroupType() == Aggregate.Group.SIMPLE && aggregate.getGroupCount() > 0;
    BitSet fields = new BitSet();
    aggregate.getGroupSet().forEachInt(fields::set);
    RelNode input = aggregate.getInput();
    if (grouped
        && aggregate.getAggCallList().isEmpty()
        && UniqueKeys.areUnique(input, fields, true)) {
      RelNode rows = visit(input, fields, true);
      List<RexNode> keys = new ArrayList<>();
      aggregate.getGroupSet().forEachInt(field -> keys.add(rex.makeInputRef(rows, field)));
      return LogicalProject.create(rows, List.of(), keys, aggregate.getRowType(), Set.of());
    }
    boolean counted = false;
    for (AggregateCall call : aggregate.getAggCallList()) {
      SqlKind kind = call.getAggregation().getKind();
      counted |= !call.isDistinct() && kind != SqlKind.MIN && kind != SqlKind.MAX;
      call.getArgList().forEach(fields::set);
      call.getCollation().getKeys().forEach(fields::set);
      if (call.hasFilter()) {
        fields.set(call.filterArg);
      }
      if (call.distinctKeys != null) {
        call.distinctKeys.forEachInt(fields::set);
      }
    }
    return withInput(aggregate, fields, counted);
  }

  private RelNode visitJoin(Join join, BitSet needed, boolean duplicates) {
    RelNode removed = removed(join, needed, duplicates);
    if (removed != null) {
      return removed;
    }
    boolean plain = Expressions.isPlain(join);
    BitSet fields = with(needed, join.getCondition());
    int width = join.getLeft().getRowType().getFieldCount();
    int end = width + join.getRight().getRowType().getFieldCount();
    if (!plain) {
      fields.set(0, end);
    }
    RelNode left = visit(join.getLeft(), fields.get(0, width), duplicates || !plain);
    boolean matched = !join.getJoinType().projectsRight();
    RelNode right =
        visit(join.getRight(), fields.get(width, end), !matched && duplicates || !plain);
    return left == join.getLeft() && right == join.getRight()
        ? join
        : join.copy(join.getTraitSet(), List.of(left, right));
  }

  /** Returns one side of the join, with NULLs for the other side; null if both are needed. */
  private @Nullable RelNode removed(Join join, BitSet needed, boolean duplicates) {
    if (!Expressions.isPlain(join)) {
      return null;
    }
    int width = join.getLeft().getRowType().getFieldCount();
    int end = width + join.getRight().getRowType().getFieldCount();
    boolean onlyLeft = needed.nextSetBit(width) < 0;
    boolean onlyRight = needed.get(0, width).isEmpty();
    return switch (join.getJoinType()) {
      case LEFT ->
          onlyLeft && isRemovable(join.getRight(), join, false, duplicates)
              ? side(join, visit(join.getLeft(), needed, duplicates), 0, Map.of())
              : null;
      case RIGHT ->
          onlyRight && isRemovable(join.getLeft(), join, true, duplicates)
              ? side(
                  join, visit(join.getRight(), needed.get(width, end), duplicates), width, Map.of())
              : null;
      case INNER -> {
        RelNode left = withoutParent(join, needed, duplicates, false);
        yield left == null ? withoutParent(join, needed, duplicates, true) : left;
      }
      default -> null;
    };
  }

  private static boolean isRemovable(RelNode side, Join join, boolean left, boolean duplicates) {
    return (!duplicates || UniqueKeys.matchesAtMostOnce(join, left)) && isPure(side);
  }

  /** Whether reading the relation has no effect that a statement could notice. */
  private static boolean isPure(RelNode rel) {
    boolean plain =
        rel instanceof Project project
            ? Expressions.arePlain(project.getProjects())
            : rel instanceof Filter filter
                ? Expressions.isPlain(filter)
                : rel instanceof Join join
                    ? Expressions.isPlain(join)
                    : rel instanceof TableScan
                        || rel instanceof Aggregate
                        || rel instanceof Sort
                        || rel instanceof SetOp
                        || rel instanceof Values;
    return plain && rel.getInputs().stream().allMatch(UnusedJoins::isPure);
  }

  /**
   * Returns a side of a join as a relation of the join's type.
   *
   * @param offset of the side's fields in the join
   * @param equal fields of the side that have the values of other fields of the join
   */
  private RelNode side(Join join, RelNode side, int offset, Map<Integer, Integer> equal) {
    int width = side.getRowType().getFieldCount();
    List<RexNode> outputs = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      int own = field.getIndex() - offset;
      Integer same = equal.get(field.getIndex());
      outputs.add(
          own >= 0 && own < width
              ? rex.makeInputRef(side, own)
              : same == null
                  ? unused(field.getType())
                  : rex.makeAbstractCast(field.getType(), rex.makeInputRef(side, same), false));
    }
    return LogicalProject.create(side, join.getHints(), outputs, join.getRowType(), Set.of());
  }

  /** A column of a table that a field has the value of. */
  private record Origin(MosqlTableScan scan, int column) {}

  private static @Nullable Origin origin(RelNode rel, int field) {
    if (rel instanceof MosqlTableScan scan) {
      return new Origin(scan, field);
    } else if (rel instanceof Filter || rel instanceof Sort) {
      return origin(rel.getInput(0), field);
    } else if (rel instanceof Project project) {
      return project.getProjects().get(field) instanceof RexInputRef ref
          ? origin(project.getInput(), ref.getIndex())
          : null;
    } else if (rel instanceof Join || rel instanceof Correlate) {
      int width = rel.getInput(0).getRowType().getFieldCount();
      return field < width
          ? origin(rel.getInput(0), field)
          : origin(rel.getInput(1), field - width);
    }
    return null;
  }

  /**
   * Returns the child side of an inner join over a foreign key: the key guarantees one parent row
   * for each child row without NULLs in the key. Null if the join is another one, or if other
   * columns of the parent are needed.
   */
  private @Nullable RelNode withoutParent(
      Join join, BitSet needed, boolean duplicates, boolean parentIsLeft) {
    int width = join.getLeft().getRowType().getFieldCount();
    int end = join.getRowType().getFieldCount();
    int first = parentIsLeft ? 0 : width;
    int last = parentIsLeft ? width : end;
    int offset = parentIsLeft ? width : 0;
    RelNode parent = parentIsLeft ? join.getLeft() : join.getRight();
    RelNode child = parentIsLeft ? join.getRight() : join.getLeft();
    Map<Integer, Integer> equal = new HashMap<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : Rexes.conjunctions(join.getCondition())) {
      RexNode plain = ComparisonCastRemover.withoutCasts(conjunct, rex);
      BitSet fields = Rexes.fields(plain);
      if (fields.get(first, last).isEmpty()) {
        rest.add(RexUtil.shift(conjunct, -offset));
        continue;
      }
      if (plain.getKind() != SqlKind.EQUALS
          || !(((RexCall) plain).getOperands().get(0) instanceof RexInputRef a)
          || !(((RexCall) plain).getOperands().get(1) instanceof RexInputRef b)
          || fields.get(first, last).cardinality() != 1
          || fields.cardinality() != 2) {
        return null;
      }
      boolean parentFirst = a.getIndex() >= first && a.getIndex() < last;
      int key = (parentFirst ? a : b).getIndex();
      if (equal.put(key, (parentFirst ? b : a).getIndex() - offset) != null) {
        return null;
      }
    }
    BitSet replaced = replaced(join, offset, equal);
    RelNode whole = parent;
    while (whole instanceof Filter filter && Expressions.isPlain(filter)) {
      for (RexNode conjunct : Rexes.conjunctions(filter.getCondition())) {
        if (Rexes.fields(conjunct).stream().anyMatch(field -> !replaced.get(first + field))) {
          return null;
        }
        rest.add(
            Rexes.replaceFields(
                conjunct,
                field ->
                    rex.makeInputRef(child, Objects.requireNonNull(equal.get(first + field)))));
      }
      whole = filter.getInput();
    }
    BitSet others = needed.get(first, last);
    others.andNot(replaced.get(first, last));
    if (!others.isEmpty() || !isForeignKey(child, whole, first, equal)) {
      return null;
    }
    BitSet fields = needed.get(offset, offset + child.getRowType().getFieldCount());
    rest.forEach(conjunct -> Rexes.addFields(conjunct, fields));
    equal.values().forEach(fields::set);
    RelNode rows = visit(child, fields, duplicates);
    BitSet required = new BitSet();
    rest.forEach(conjunct -> Expressions.addRequiredFields(conjunct, required));
    for (int field : equal.values()) {
      RexNode value = rex.makeInputRef(rows, field);
      if (value.getType().isNullable() && !required.get(field)) {
        rest.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value));
      }
    }
    RelNode filtered =
        rest.isEmpty() ? rows : LogicalFilter.create(rows, RexUtil.composeConjunction(rex, rest));
    return side(join, filtered, offset, equal);
  }

  /** Returns the fields of the parent that those of the child replace. */
  private BitSet replaced(Join join, int offset, Map<Integer, Integer> equal) {
    BitSet replaced = new BitSet();
    List<RelDataTypeField> fields = join.getRowType().getFieldList();
    equal.forEach(
        (key, reference) -> {
          RelDataType type = fields.get(key).getType();
          replaced.set(
              key,
              // intervals of 24:00:00 and 1 day are equal, but not the same
              RelTypes.sqlType(type).isExactInKeys()
                  && SqlTypeUtil.equalSansNullability(
                      rex.getTypeFactory(), type, fields.get(reference + offset).getType()));
        });
    return replaced;
  }

  /**
   * Whether a foreign key that is never violated guarantees a row of the parent for each row of the
   * child.
   *
   * @param first first field of the parent in the join
   * @param equal fields of the child by those of the parent in the join
   */
  @SuppressWarnings("ReferenceEquality") // a scan is a node of the tree
  private static boolean isForeignKey(
      RelNode child, RelNode parent, int first, Map<Integer, Integer> equal) {
    Map<Integer, Integer> columns = new HashMap<>();
    TableDef parentTable = null;
    MosqlTableScan childScan = null;
    for (Map.Entry<Integer, Integer> pair : equal.entrySet()) {
      Origin key = isWhole(parent) ? origin(parent, pair.getKey() - first) : null;
      Origin reference = origin(child, pair.getValue());
      if (key == null || reference == null || childScan != null && childScan != reference.scan) {
        return false;
      }
      parentTable = key.scan.tableDef();
      childScan = reference.scan;
      columns.put(key.column, reference.column);
    }
    if (parentTable == null || childScan == null) {
      return false;
    }
    for (ForeignKeyDef foreignKey : childScan.tableDef().foreignKeys()) {
      if (foreignKey.parentId() == parentTable.id()
          && foreignKey.deferrability() == Deferrability.NOT_DEFERRABLE
          && pairs(foreignKey, parentTable).equals(columns)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the relation has each row of a table. */
  private static boolean isWhole(RelNode rel) {
    return rel instanceof MosqlTableScan
        || rel instanceof Project project && isWhole(project.getInput());
  }

  /**
   * Returns the columns of the child by those of the parent; none for a key that may be violated.
   */
  private static Map<Integer, Integer> pairs(ForeignKeyDef foreignKey, TableDef parent) {
    Map<Integer, Integer> pairs = new HashMap<>();
    IndexDef key = parent.index(foreignKey.parentIndexId());
    if (key != null && key.unique()) {
      for (int i = 0; i < foreignKey.columns().size(); i++) {
        pairs.put(key.columns().get(i).column(), foreignKey.columns().get(i));
      }
    }
    return pairs;
  }

  private RelNode visitLateral(Correlate lateral, BitSet needed, boolean duplicates) {
    int width = lateral.getLeft().getRowType().getFieldCount();
    // the right side may also refer to the left one within sub-queries
    RelNode left = visit(lateral.getLeft(), all(lateral.getLeft()), duplicates);
    RelNode right =
        visit(
            lateral.getRight(),
            needed.get(width, width + lateral.getRight().getRowType().getFieldCount()),
            duplicates);
    return left == lateral.getLeft() && right == lateral.getRight()
        ? lateral
        : lateral.copy(lateral.getTraitSet(), List.of(left, right));
  }
}
