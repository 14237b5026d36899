package io.mosql.sql.planner;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.KeyBounds;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * Walks a finished plan from its root down and leaves each scan with just those columns that
 * somebody looks at: they are what a transaction is certified on. One per plan.
 */
final class ColumnPruner {
  private final RexBuilder rex;
  private final Map<CorrelationId, BitSet> variableFields = new HashMap<>();

  private ColumnPruner(RexBuilder rex) {
    this.rex = rex;
  }

  /** The plan of a query, all of whose fields are handed out. */
  static PlanNode prune(PlanNode root, RexBuilder rex) {
    BitSet all = new BitSet();
    all.set(0, root.rowType().getFieldCount());
    return prune(root, all, rex);
  }

  static PlanNode prune(PlanNode root, BitSet needed, RexBuilder rex) {
    return new ColumnPruner(rex).visit(root, needed);
  }

  private PlanNode visit(PlanNode node, BitSet needed) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan(scan, needed);
    } else if (node instanceof PlanNode.MultiLookup lookup) {
      lookup.tuples().forEach(tuple -> tuple.forEach(this::noteVariables));
      return lookup.withColumns(ColumnSet.of(plus(needed, lookup.filter()).stream().toArray()));
    } else if (node instanceof PlanNode.Values values) {
      values.tuples().forEach(tuple -> tuple.forEach(this::noteVariables));
      return values;
    } else if (node instanceof PlanNode.Filter filter) {
      return new PlanNode.Filter(
          visit(filter.input(), plus(needed, filter.condition())),
          filter.condition(),
          filter.rows());
    } else if (node instanceof PlanNode.Project project) {
      return project(project, needed);
    } else if (node instanceof PlanNode.Correlate correlate) {
      return correlate(correlate, needed);
    } else if (node instanceof PlanNode.Join join) {
      return join(join, needed);
    } else if (node instanceof PlanNode.HoldRows hold) {
      return hold(hold, needed);
    } else if (node instanceof PlanNode.Sort sort) {
      return sort(sort, needed);
    } else if (node instanceof PlanNode.Aggregate aggregate) {
      return aggregate(aggregate);
    } else if (node instanceof PlanNode.Window window) {
      return window(window, needed);
    } else if (node instanceof PlanNode.Series series) {
      series.arguments().forEach(this::noteVariables);
      return series;
    } else if (node instanceof PlanNode.Recursion recursion) {
      return recursion(recursion);
    } else if (node instanceof PlanNode.SetOperation operation) {
      return setOperation(operation);
    }
    return node;
  }

  /** What nobody looks at is not computed, so that its columns are not read either. */
  private PlanNode project(PlanNode.Project project, BitSet needed) {
    BitSet fields = new BitSet();
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < project.expressions().size(); i++) {
      RexNode expression = project.expressions().get(i);
      if (!needed.get(i) && Rexes.isDeterministic(expression)) {
        expression = rex.makeNullLiteral(expression.getType());
      }
      expressions.add(expression);
      fields.or(plus(fields, expression));
    }
    return new PlanNode.Project(visit(project.input(), fields), expressions, project.rowType());
  }

  private PlanNode scan(PlanNode.TableScan scan, BitSet needed) {
    KeyBounds bounds = scan.bounds();
    bounds.prefix().forEach(this::noteVariables);
    bounds.searches().forEach(any -> any.forEach(search -> noteVariables(search.value())));
    note(bounds.lower());
    note(bounds.upper());
    BitSet columns = plus(needed, scan.filter());
    return scan.withColumns(
        ColumnSet.of(columns.stream().toArray()),
        ColumnSet.of(needed.stream().toArray()),
        AccessPaths.isCovering(scan.table(), scan.index(), columns));
  }

  private void note(KeyBounds.@Nullable Bound bound) {
    if (bound != null) {
      noteVariables(bound.value());
    }
  }

  private PlanNode correlate(PlanNode.Correlate correlate, BitSet needed) {
    int leftWidth = correlate.left().rowType().getFieldCount();
    BitSet both = plus(needed, correlate.condition());
    BitSet right = new BitSet();
    if (correlate.type().projectsRight() || correlate.condition() != null) {
      right = both.get(leftWidth, Math.max(leftWidth, both.length()));
    }
    // the right first: it tells which fields of the left row it refers to
    PlanNode prunedRight = visit(correlate.right(), right);
    BitSet left = both.get(0, leftWidth);
    left.or(variableFields.getOrDefault(correlate.variable(), new BitSet()));
    return new PlanNode.Correlate(
        visit(correlate.left(), left),
        prunedRight,
        correlate.variable(),
        correlate.type(),
        correlate.condition(),
        correlate.rowType(),
        correlate.rows());
  }

  private PlanNode join(PlanNode.Join join, BitSet needed) {
    int leftWidth = join.left().rowType().getFieldCount();
    BitSet both = plus(needed, join.condition());
    BitSet left = both.get(0, leftWidth);
    BitSet right = both.get(leftWidth, Math.max(leftWidth, both.length()));
    join.leftKeys().forEach(left::set);
    join.rightKeys().forEach(right::set);
    return new PlanNode.Join(
        visit(join.left(), left),
        visit(join.right(), right),
        join.leftKeys(),
        join.rightKeys(),
        join.descending(),
        join.type(),
        join.condition(),
        join.rowType(),
        join.rows(),
        join.kept());
  }

  private PlanNode sort(PlanNode.Sort sort, BitSet needed) {
    BitSet fields = (BitSet) needed.clone();
    sort.collations().forEach(key -> fields.set(key.getFieldIndex()));
    sort.ties().forEach(key -> fields.set(key.getFieldIndex()));
    return new PlanNode.Sort(
        visit(sort.input(), fields),
        sort.collations(),
        sort.offset(),
        sort.fetch(),
        sort.ties(),
        sort.rows());
  }

  /** Rows are held by their keys; they are as wide as the table. */
  private PlanNode hold(PlanNode.HoldRows hold, BitSet needed) {
    BitSet fields = (BitSet) needed.clone();
    TableDef table =
        hold.scan() instanceof PlanNode.TableScan scan
            ? scan.table()
            : ((PlanNode.MultiLookup) hold.scan()).table();
    table.primary().columns().forEach(key -> fields.set(key.column()));
    return new PlanNode.HoldRows(visit(hold.input(), fields));
  }

  private PlanNode aggregate(PlanNode.Aggregate aggregate) {
    BitSet fields = new BitSet();
    aggregate.groupFields().forEach(fields::set);
    for (AggregateCall call : aggregate.calls()) {
      call.getArgList().forEach(fields::set);
      call.getCollation().getKeys().forEach(fields::set);
      if (call.hasFilter()) {
        fields.set(call.filterArg);
      }
    }
    return new PlanNode.Aggregate(
        visit(aggregate.input(), fields),
        aggregate.groupFields(),
        aggregate.sets(),
        aggregate.calls(),
        aggregate.rowType(),
        aggregate.rows());
  }

  private PlanNode window(PlanNode.Window window, BitSet needed) {
    BitSet fields = needed.get(0, window.input().rowType().getFieldCount());
    window.partition().forEach(fields::set);
    window.order().forEach(key -> fields.set(key.getFieldIndex()));
    window.calls().forEach(call -> call.call().getArgList().forEach(fields::set));
    return new PlanNode.Window(
        visit(window.input(), fields),
        window.partition(),
        window.order(),
        window.calls(),
        window.rowType());
  }

  private PlanNode recursion(PlanNode.Recursion recursion) {
    BitSet all = new BitSet();
    all.set(0, recursion.rowType().getFieldCount());
    return new PlanNode.Recursion(
        visit(recursion.seed(), all),
        visit(recursion.step(), all),
        recursion.id(),
        recursion.all(),
        recursion.rowType(),
        recursion.rows());
  }

  private PlanNode setOperation(PlanNode.SetOperation operation) {
    BitSet all = new BitSet();
    all.set(0, operation.rowType().getFieldCount());
    List<PlanNode> inputs = new ArrayList<>();
    for (PlanNode input : operation.inputs()) {
      inputs.add(visit(input, all));
    }
    return new PlanNode.SetOperation(
        operation.kind(), operation.all(), inputs, operation.rowType(), operation.rows());
  }

  private BitSet plus(BitSet needed, @Nullable RexNode expression) {
    BitSet fields = (BitSet) needed.clone();
    if (expression != null) {
      Rexes.addFields(expression, fields);
      noteVariables(expression);
    }
    return fields;
  }

  private void noteVariables(RexNode expression) {
    if (Rexes.isLeaf(expression) || Rexes.isRef(expression)) {
      return;
    }
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable) {
              variableFields
                  .computeIfAbsent(variable.id, id -> new BitSet())
                  .set(access.getField().getIndex());
            }
            return super.visitFieldAccess(access);
          }
        });
  }
}
