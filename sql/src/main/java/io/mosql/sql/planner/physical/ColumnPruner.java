package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.storage.version.ColumnSet;
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
 * Removes unused columns from the scans of a finished plan, from the root down. Concurrency control
 * certifies a transaction by the columns that its scans read. One per plan.
 */
public final class ColumnPruner {
  private final RexBuilder rex;
  private final Map<CorrelationId, BitSet> variableFields = new HashMap<>();

  private ColumnPruner(RexBuilder rex) {
    this.rex = rex;
  }

  /** Prunes the plan of a query that returns all its fields. */
  public static PlanNode prune(PlanNode root, RexBuilder rex) {
    BitSet all = new BitSet();
    all.set(0, root.rowType().getFieldCount());
    return prune(root, all, rex);
  }

  public static PlanNode prune(PlanNode root, BitSet needed, RexBuilder rex) {
    return new ColumnPruner(rex).visit(root, needed);
  }

  private PlanNode visit(PlanNode node, BitSet needed) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan(scan, needed);
    } else if (node instanceof PlanNode.MultiLookup lookup) {
      lookup.tuples().forEach(tuple -> tuple.forEach(this::addVariableFields));
      return lookup.withColumns(ColumnSet.of(plus(needed, lookup.filter()).stream().toArray()));
    } else if (node instanceof PlanNode.Values values) {
      values.tuples().forEach(tuple -> tuple.forEach(this::addVariableFields));
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
    } else if (node instanceof PlanNode.LockRows hold) {
      return lockRows(hold, needed);
    } else if (node instanceof PlanNode.Sort sort) {
      return sort(sort, needed);
    } else if (node instanceof PlanNode.Aggregate aggregate) {
      return aggregate(aggregate);
    } else if (node instanceof PlanNode.Window window) {
      return window(window, needed);
    } else if (node instanceof PlanNode.FunctionScan series) {
      series.arguments().forEach(this::addVariableFields);
      return series;
    } else if (node instanceof PlanNode.Recursion recursion) {
      return recursion(recursion);
    } else if (node instanceof PlanNode.SetOperation operation) {
      return setOperation(operation);
    }
    return node;
  }

  /** Removes unused expressions, so that their columns are not read either. */
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
    bounds.prefix().forEach(this::addVariableFields);
    bounds.searches().forEach(any -> any.forEach(search -> addVariableFields(search.value())));
    addBoundFields(bounds.lower());
    addBoundFields(bounds.upper());
    BitSet columns = plus(needed, scan.filter());
    return scan.withColumns(
        ColumnSet.of(columns.stream().toArray()),
        ColumnSet.of(needed.stream().toArray()),
        AccessPathSelector.isCovering(scan.table(), scan.index(), columns));
  }

  private void addBoundFields(KeyBounds.@Nullable Bound bound) {
    if (bound != null) {
      addVariableFields(bound.value());
    }
  }

  private PlanNode correlate(PlanNode.Correlate correlate, BitSet needed) {
    int leftWidth = correlate.left().rowType().getFieldCount();
    BitSet both = plus(needed, correlate.condition());
    BitSet right = new BitSet();
    if (correlate.type().projectsRight() || correlate.condition() != null) {
      right = both.get(leftWidth, Math.max(leftWidth, both.length()));
    }
    // the right side first: it determines which fields of the left row are used
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
        join.materialized());
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

  /** Prunes a lock operator: rows are locked by key and keep the width of the table. */
  private PlanNode lockRows(PlanNode.LockRows hold, BitSet needed) {
    BitSet fields = (BitSet) needed.clone();
    TableDef table =
        hold.scan() instanceof PlanNode.TableScan scan
            ? scan.table()
            : ((PlanNode.MultiLookup) hold.scan()).table();
    table.primary().columns().forEach(key -> fields.set(key.column()));
    return new PlanNode.LockRows(visit(hold.input(), fields));
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
      addVariableFields(expression);
    }
    return fields;
  }

  private void addVariableFields(RexNode expression) {
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
