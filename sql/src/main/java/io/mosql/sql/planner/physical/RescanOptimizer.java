package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Optimizes a plan that is rescanned for each row of a lookup join or each iteration of a
 * recursion, so that it does not read invariant rows repeatedly: joins materialize right sides that
 * depend on no outer row, and a scan filtered by a value of an outer row becomes a hash join with
 * that value when enough rescans are expected to repay the hash table. Other databases call this an
 * automatic index or a hashed sub-plan.
 */
final class RescanOptimizer {
  private final PlanContext context;
  private final double runs;

  /**
   * Creates an optimizer.
   *
   * @param runs expected number of executions of the plan
   */
  RescanOptimizer(PlanContext context, double runs) {
    this.context = context;
    this.runs = runs;
  }

  /** Returns the optimized plan; the same object when nothing changes. */
  PlanNode optimize(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan(scan);
    }
    if (node instanceof PlanNode.Join join) {
      return join(join);
    }
    if (node instanceof PlanNode.MarkJoin join) {
      return !join.materialized() && isInvariant(join.right())
          ? join.withMaterializedRight(optimize(join.left()))
          : join.mapInputs(this::optimize);
    }
    boolean passes =
        node instanceof PlanNode.Filter
            || node instanceof PlanNode.Project
            || node instanceof PlanNode.Aggregate
            || node instanceof PlanNode.Sort
            || node instanceof PlanNode.Correlate
            || node instanceof PlanNode.DisjunctiveJoin
            || node instanceof PlanNode.SetOperation;
    return passes ? node.mapInputs(this::optimize) : node;
  }

  private PlanNode join(PlanNode.Join join) {
    boolean keeps =
        !join.materialized()
            && !join.isMergeJoin()
            && join.type() != JoinRelType.RIGHT
            && join.type() != JoinRelType.FULL
            && isInvariant(join.right());
    return keeps
        ? join.withMaterializedRight(optimize(join.left()))
        : join.mapInputs(this::optimize);
  }

  /** Replaces a scan whose filter equates a row value with a value of an outer row. */
  private PlanNode scan(PlanNode.TableScan scan) {
    RexNode filter = scan.filter();
    if (filter == null
        || scan.distinct() > 0
        || scan.locking() != null
        || !isInvariant(scan.bounds())) {
      return scan;
    }
    double all =
        scan.bounds().equals(KeyBounds.ALL)
            ? context.estimates().entries(scan.table(), scan.index())
            : scan.visitedRows();
    if (runs * scan.visitedRows() <= all * CostModel.BUILD) {
      return scan;
    }
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    List<RexNode> fields = new ArrayList<>();
    for (RexNode conjunct : Rexes.conjunctions(filter)) {
      Lookup lookup = lookup(conjunct);
      if (!Rexes.isDeterministic(conjunct)) {
        return scan;
      } else if (lookup != null) {
        values.add(lookup.value);
        fields.add(lookup.field);
      } else if (isInvariant(conjunct)) {
        kept.add(conjunct);
      } else {
        others.add(conjunct);
      }
    }
    return values.isEmpty() ? scan : hashLookup(scan, all, kept, others, values, fields);
  }

  /**
   * Returns a hash join of the outer row's values with the materialized scan; the scan itself when
   * there is no hash key.
   *
   * @param kept conditions of the scan that do not depend on outer rows
   * @param others conditions that depend on outer rows
   * @param values values of the outer row, parallel to the {@code fields} that must equal them
   */
  private PlanNode hashLookup(
      PlanNode.TableScan scan,
      double all,
      List<RexNode> kept,
      List<RexNode> others,
      List<RexNode> values,
      List<RexNode> fields) {
    RelDataTypeFactory.Builder valueTypes = context.types().builder();
    for (RexNode value : values) {
      valueTypes.add("value" + valueTypes.getFieldCount(), value.getType());
    }
    RelDataType valueType = valueTypes.build();
    int width = values.size();
    List<RexNode> on = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      on.add(
          context
              .rex()
              .makeCall(
                  SqlStdOperatorTable.EQUALS,
                  new RexInputRef(i, valueType.getFieldList().get(i).getType()),
                  shifted(fields.get(i), scan, width)));
    }
    others.forEach(conjunct -> on.add(shifted(conjunct, scan, width)));
    HashJoinPlanner joins = new HashJoinPlanner(context);
    if (!joins.hasKeys(on, width)) {
      return scan;
    }
    PlanNode.TableScan always =
        new PlanNode.TableScan(
            scan.table(),
            scan.alias(),
            scan.index(),
            scan.bounds(),
            scan.reverse(),
            scan.covering(),
            scan.columns(),
            scan.output(),
            kept.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), kept),
            null,
            scan.rowType(),
            all,
            all);
    PlanNode joined =
        joins.join(
            new PlanNode.Values(List.of(values), valueType),
            always,
            JoinRelType.INNER,
            on,
            scan.rows());
    PlanNode keeping = optimize(joined);
    List<RexNode> outputs = new ArrayList<>();
    for (int i = 0; i < scan.rowType().getFieldCount(); i++) {
      outputs.add(CostedPlan.ref(keeping.rowType(), width + i));
    }
    return new PlanNode.Project(keeping, outputs, scan.rowType());
  }

  private static RexNode shifted(RexNode node, PlanNode.TableScan scan, int by) {
    return Rexes.replaceFields(
        node,
        field -> new RexInputRef(field + by, scan.rowType().getFieldList().get(field).getType()));
  }

  /** An equality of an expression of outer rows with an expression of the scanned row. */
  private record Lookup(RexNode value, RexNode field) {}

  private static @Nullable Lookup lookup(RexNode conjunct) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return null;
    }
    List<RexNode> sides = ((RexCall) conjunct).getOperands();
    for (int i = 0; i < 2; i++) {
      RexNode value = sides.get(i);
      RexNode field = sides.get(1 - i);
      if (Rexes.fields(value).isEmpty()
          && !isInvariant(value)
          && !Rexes.fields(field).isEmpty()
          && isInvariant(field)) {
        return new Lookup(value, field);
      }
    }
    return null;
  }

  /** Whether a plan returns the same rows at each execution. */
  private static boolean isInvariant(PlanNode node) {
    if (node instanceof PlanNode.SharedScan) {
      return true;
    }
    boolean own;
    if (node instanceof PlanNode.TableScan scan) {
      own = scan.locking() == null && isInvariant(scan.bounds()) && isInvariant(scan.filter());
    } else if (node instanceof PlanNode.Values values) {
      own = values.tuples().stream().allMatch(RescanOptimizer::isInvariant);
    } else if (node instanceof PlanNode.Filter filter) {
      own = isInvariant(filter.condition());
    } else if (node instanceof PlanNode.Project project) {
      own = isInvariant(project.expressions());
    } else if (node instanceof PlanNode.Join join) {
      own = isInvariant(join.condition());
    } else if (node instanceof PlanNode.DisjunctiveJoin join) {
      own = isInvariant(join.condition());
    } else if (node instanceof PlanNode.MarkJoin join) {
      own =
          isInvariant(join.condition())
              && isInvariant(join.compared())
              && isInvariant(join.leftKeys())
              && isInvariant(join.rightKeys());
    } else if (node instanceof PlanNode.Sort sort) {
      own = isInvariant(sort.offset()) && isInvariant(sort.fetch());
    } else {
      own =
          node instanceof PlanNode.Aggregate
              || node instanceof PlanNode.SetOperation
              || node instanceof PlanNode.CteScan;
    }
    return own && node.inputs().stream().allMatch(RescanOptimizer::isInvariant);
  }

  private static boolean isInvariant(KeyBounds bounds) {
    return isInvariant(bounds.values());
  }

  private static boolean isInvariant(List<RexNode> nodes) {
    return nodes.stream().allMatch(RescanOptimizer::isInvariant);
  }

  /** Whether an expression refers to no outer row and is deterministic. */
  private static boolean isInvariant(@Nullable RexNode node) {
    if (node == null || Rexes.isLeaf(node) || node instanceof RexInputRef) {
      return true;
    }
    boolean[] outer = {false};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public @Nullable Void visitCorrelVariable(RexCorrelVariable variable) {
            outer[0] = true;
            return null;
          }
        });
    return !outer[0] && Rexes.isDeterministic(node);
  }
}
