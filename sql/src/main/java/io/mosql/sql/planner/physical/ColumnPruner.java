package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
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

  /** Fields of shared queries that scans need, and the queries, by their keys. */
  private final Map<Object, BitSet> sharedFields = new IdentityHashMap<>();

  private final Map<Object, PlanNode> sharedQueries = new IdentityHashMap<>();

  private ColumnPruner(RexBuilder rex) {
    this.rex = rex;
  }

  /** Prunes the plan of a query that returns all its fields. */
  public static PlanNode prune(PlanNode root, RexBuilder rex) {
    return prune(root, allFields(root), rex);
  }

  public static PlanNode prune(PlanNode root, BitSet needed, RexBuilder rex) {
    ColumnPruner pruner = new ColumnPruner(rex);
    return pruner.withSharedQueries(pruner.prune(root, needed));
  }

  /** Prunes the queries that several scans share, by what all of them need. */
  private PlanNode withSharedQueries(PlanNode root) {
    if (sharedFields.isEmpty()) {
      return root;
    }
    Map<Object, PlanNode> pruned = new IdentityHashMap<>();
    while (pruned.size() < sharedQueries.size()) {
      for (Map.Entry<Object, PlanNode> entry : List.copyOf(sharedQueries.entrySet())) {
        Object key = entry.getKey();
        boolean complete =
            sharedQueries.entrySet().stream()
                .allMatch(
                    other ->
                        other.getKey() == key
                            || pruned.containsKey(other.getKey())
                            || !scans(other.getValue(), key));
        if (complete && !pruned.containsKey(key)) {
          pruned.put(
              key,
              prune(entry.getValue(), Objects.requireNonNull(sharedFields.get(key), "a scan")));
        }
      }
    }
    return inFirstScans(root, pruned, new IdentityHashMap<>());
  }

  private static boolean scans(PlanNode node, Object key) {
    return node instanceof PlanNode.SharedScan scan && scan.key() == key
        || node.inputs().stream().anyMatch(input -> scans(input, key));
  }

  /** Gives each shared query to the first scan of it. */
  private static PlanNode inFirstScans(
      PlanNode node, Map<Object, PlanNode> queries, Map<Object, Object> keys) {
    if (!(node instanceof PlanNode.SharedScan scan)) {
      return node.mapInputs(input -> inFirstScans(input, queries, keys));
    }
    Object known = keys.get(scan.key());
    Object key = known == null ? new Object() : known;
    keys.put(scan.key(), key);
    PlanNode query = known == null ? queries.get(scan.key()) : null;
    return new PlanNode.SharedScan(
        key,
        scan.name(),
        query == null ? null : inFirstScans(query, queries, keys),
        scan.rowType(),
        scan.rows());
  }

  private PlanNode prune(PlanNode node, BitSet needed) {
    return node.accept(new Visitor(needed));
  }

  /** Prunes the inputs of an operator, which all need the same fields. */
  private PlanNode over(PlanNode node, BitSet fields) {
    return node.mapInputs(input -> prune(input, fields));
  }

  private static BitSet allFields(PlanNode node) {
    BitSet all = new BitSet();
    all.set(0, node.rowType().getFieldCount());
    return all;
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

  /** Prunes one operator and its inputs. */
  private final class Visitor implements PlanVisitor<PlanNode> {
    private final BitSet needed;

    private Visitor(BitSet needed) {
      this.needed = needed;
    }

    @Override
    public PlanNode visit(PlanNode.TableScan scan) {
      scan.bounds().values().forEach(ColumnPruner.this::addVariableFields);
      BitSet columns = plus(needed, scan.filter());
      return scan.withColumns(
          ColumnSet.of(columns.stream().toArray()),
          ColumnSet.of(needed.stream().toArray()),
          AccessPathSelector.isCovering(scan.table(), scan.index(), columns));
    }

    @Override
    public PlanNode visit(PlanNode.ViewScan scan) {
      return scan;
    }

    @Override
    public PlanNode visit(PlanNode.Values values) {
      values.tuples().forEach(tuple -> tuple.forEach(ColumnPruner.this::addVariableFields));
      return values;
    }

    @Override
    public PlanNode visit(PlanNode.FunctionScan scan) {
      scan.arguments().forEach(ColumnPruner.this::addVariableFields);
      return scan;
    }

    @Override
    public PlanNode visit(PlanNode.Filter filter) {
      return over(filter, plus(needed, filter.condition()));
    }

    /** Removes unused expressions, so that their columns are not read either. */
    @Override
    public PlanNode visit(PlanNode.Project project) {
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
      return new PlanNode.Project(prune(project.input(), fields), expressions, project.rowType());
    }

    @Override
    public PlanNode visit(PlanNode.Correlate join) {
      int leftWidth = join.left().rowType().getFieldCount();
      boolean marks = join.type() == JoinRelType.LEFT_MARK;
      BitSet both = plus(marks ? needed.get(0, leftWidth) : needed, join.condition());
      BitSet right = new BitSet();
      if (join.type().projectsRight() || join.condition() != null) {
        right = both.get(leftWidth, Math.max(leftWidth, both.length()));
      }
      // the right side first: it determines which fields of the left row are used
      PlanNode prunedRight = prune(join.right(), right);
      BitSet left = both.get(0, leftWidth);
      left.or(variableFields.getOrDefault(join.variable(), new BitSet()));
      return join.withInputs(List.of(prune(join.left(), left), prunedRight));
    }

    @Override
    public PlanNode visit(PlanNode.Join join) {
      int leftWidth = join.left().rowType().getFieldCount();
      BitSet both = plus(needed, join.condition());
      BitSet left = both.get(0, leftWidth);
      BitSet right = both.get(leftWidth, Math.max(leftWidth, both.length()));
      join.leftKeys().forEach(left::set);
      join.rightKeys().forEach(right::set);
      return join.withInputs(List.of(prune(join.left(), left), prune(join.right(), right)));
    }

    @Override
    public PlanNode visit(PlanNode.DisjunctiveJoin join) {
      int leftWidth = join.left().rowType().getFieldCount();
      BitSet both = plus(needed, join.condition());
      BitSet left = both.get(0, leftWidth);
      BitSet right = both.get(leftWidth, Math.max(leftWidth, both.length()));
      return join.withInputs(List.of(prune(join.left(), left), prune(join.right(), right)));
    }

    @Override
    public PlanNode visit(PlanNode.SharedScan scan) {
      sharedFields.computeIfAbsent(scan.key(), unused -> new BitSet()).or(needed);
      PlanNode query = scan.query();
      if (query != null) {
        sharedQueries.putIfAbsent(scan.key(), query);
      }
      return scan;
    }

    @Override
    public PlanNode visit(PlanNode.MarkJoin join) {
      int leftWidth = join.left().rowType().getFieldCount();
      BitSet both = plus(plus(needed.get(0, leftWidth), join.condition()), join.compared());
      BitSet left = both.get(0, leftWidth);
      BitSet right = both.get(leftWidth, Math.max(leftWidth, both.length()));
      join.leftKeys().forEach(key -> left.or(plus(left, key)));
      join.rightKeys().forEach(key -> right.or(plus(right, key)));
      return join.withInputs(List.of(prune(join.left(), left), prune(join.right(), right)));
    }

    /** Prunes a lock operator: rows are locked by key and keep the width of the table. */
    @Override
    public PlanNode visit(PlanNode.LockRows lock) {
      BitSet fields = (BitSet) needed.clone();
      lock.scan().table().primary().columns().forEach(key -> fields.set(key.column()));
      return over(lock, fields);
    }

    @Override
    public PlanNode visit(PlanNode.Sort sort) {
      BitSet fields = (BitSet) needed.clone();
      sort.collations().forEach(key -> fields.set(key.getFieldIndex()));
      sort.ties().forEach(key -> fields.set(key.getFieldIndex()));
      return over(sort, fields);
    }

    @Override
    public PlanNode visit(PlanNode.Aggregate aggregate) {
      BitSet fields = new BitSet();
      aggregate.groupFields().forEach(fields::set);
      for (AggregateCall call : aggregate.calls()) {
        call.getArgList().forEach(fields::set);
        call.getCollation().getKeys().forEach(fields::set);
        if (call.hasFilter()) {
          fields.set(call.filterArg);
        }
      }
      return over(aggregate, fields);
    }

    @Override
    public PlanNode visit(PlanNode.Window window) {
      BitSet fields = needed.get(0, window.input().rowType().getFieldCount());
      window.partition().forEach(fields::set);
      window.order().forEach(key -> fields.set(key.getFieldIndex()));
      window.calls().forEach(call -> call.call().getArgList().forEach(fields::set));
      return over(window, fields);
    }

    @Override
    public PlanNode visit(PlanNode.Recursion recursion) {
      return over(recursion, allFields(recursion));
    }

    @Override
    public PlanNode visit(PlanNode.RecursionScan scan) {
      return scan;
    }

    @Override
    public PlanNode visit(PlanNode.CteScan scan) {
      return scan;
    }

    @Override
    public PlanNode visit(PlanNode.SetOperation operation) {
      boolean concatenates =
          operation.all() && operation.kind() == PlanNode.SetOperation.Kind.UNION;
      if (!concatenates) {
        return over(operation, allFields(operation));
      }
      BitSet fields = (BitSet) needed.clone();
      operation.order().forEach(key -> fields.set(key.getFieldIndex()));
      return over(operation, fields);
    }

    @Override
    public PlanNode visit(PlanNode.With with) {
      return with;
    }

    @Override
    public PlanNode visit(PlanNode.Insert insert) {
      return insert;
    }

    @Override
    public PlanNode visit(PlanNode.Update update) {
      return update;
    }

    @Override
    public PlanNode visit(PlanNode.Delete delete) {
      return delete;
    }

    @Override
    public PlanNode visit(PlanNode.Merge merge) {
      return merge;
    }
  }
}
