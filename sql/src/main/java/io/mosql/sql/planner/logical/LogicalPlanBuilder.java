package io.mosql.sql.planner.logical;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.parser.ast.query.WithTies;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.expression.RowIdComparisons;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.schema.SharedQuery;
import io.mosql.sql.planner.schema.SystemViewTable;
import io.mosql.sql.planner.validate.CteTables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.TableSpool;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A builder of logical plans from Calcite's relational algebra: projections, filters and joins are
 * flattened into the block around them, sub-queries become sources of it. One per statement.
 */
public final class LogicalPlanBuilder {
  /** Maximum size of an expression that results from merging projections. */
  private static final int MAX_MELTED_SIZE = 200;

  private final RexBuilder rex;
  private final RelOptCluster cluster;
  private final Map<MosqlTableScan, LockingClause> locks;
  private final Deque<Recursion> recursions = new ArrayDeque<>();
  private int recursionIds;
  private final Map<SharedQuery.Definition, LogicalPlan> shared = new IdentityHashMap<>();

  /** A WITH RECURSIVE whose step is being built. */
  private record Recursion(List<String> name, int id) {}

  public LogicalPlanBuilder(RelOptCluster cluster) {
    this(cluster, Map.of());
  }

  /**
   * Creates a builder for one statement.
   *
   * @param locks locking clauses of tables
   */
  public LogicalPlanBuilder(RelOptCluster cluster, Map<MosqlTableScan, LockingClause> locks) {
    this.cluster = cluster;
    this.rex = cluster.getRexBuilder();
    this.locks = locks;
  }

  /** Returns an unused correlation variable. */
  CorrelationId freshVariable() {
    return cluster.createCorrel();
  }

  RexBuilder rex() {
    return rex;
  }

  public LogicalPlan build(RelNode rel) {
    RelNode late = PostponedOutputs.evaluateAfterSort(inlined(rel));
    return isFlattened(late) ? block(late) : leaf(late);
  }

  /** Returns the query of a reference that shares it with no other one. */
  private static RelNode inlined(RelNode rel) {
    RelNode query = rel;
    while (query instanceof SharedQuery reference && !reference.isShared()) {
      query = reference.getInput();
    }
    return query;
  }

  /** Returns the shared query, built once; inline where it depends on a recursion around it. */
  private LogicalPlan shared(SharedQuery reference) {
    LogicalPlan known = shared.get(reference.definition());
    if (known == null) {
      LogicalPlan query = build(reference.getInput());
      known =
          recursions.isEmpty()
              ? new LogicalPlan.Shared(
                  reference.definition(), query, Repeatability.isRepeatable(query))
              : query;
      if (recursions.isEmpty()) {
        shared.put(reference.definition(), known);
      }
    }
    return known;
  }

  private static boolean isFlattened(RelNode rel) {
    return rel instanceof Project
        || rel instanceof Filter
        || rel instanceof Correlate
        || rel instanceof Join join && join.getJoinType() != JoinRelType.FULL;
  }

  /** Returns any relation as a block. */
  public LogicalPlan.Block block(RelNode rel) {
    BlockBuilder block = new BlockBuilder(this);
    List<RexNode> outputs = flatten(rel, block, true);
    return block.build(outputs, rel.getRowType());
  }

  private LogicalPlan leaf(RelNode rel) {
    if (rel instanceof SharedQuery reference) {
      return shared(reference);
    }
    if (rel instanceof MosqlTableScan table) {
      return new LogicalPlan.Scan(
          table.tableDef(), table.alias(), table.getRowType(), locks.get(table));
    } else if (rel instanceof SystemViewTable.SystemViewScan view) {
      return new LogicalPlan.ViewScan(view.view(), view.alias(), view.getRowType());
    } else if (rel instanceof CteTables.CteTableScan cte) {
      return new LogicalPlan.CteScan(cte.item(), cte.name(), cte.alias(), cte.getRowType());
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate(aggregate);
    } else if (rel instanceof Sort sort) {
      boolean ties =
          sort.fetch instanceof RexCall call && call.getOperator().equals(WithTies.INSTANCE);
      return new LogicalPlan.Sort(
          build(sort.getInput()),
          sort.getCollation().getFieldCollations(),
          sort.offset,
          ties ? ((RexCall) sort.fetch).getOperands().get(0) : sort.fetch,
          ties);
    } else if (rel instanceof SetOp setOp) {
      return setOperation(setOp);
    } else if (rel instanceof TableFunctionScan function) {
      return series(function);
    } else if (rel instanceof RepeatUnion union) {
      return recursion(union);
    } else if (rel instanceof TableScan scan) {
      return new LogicalPlan.RecursionScan(
          recursionId(scan), name(scan.getTable()), scan.getRowType());
    } else if (rel instanceof Values values) {
      List<List<RexNode>> tuples = new ArrayList<>();
      values.getTuples().forEach(tuple -> tuples.add(List.copyOf(tuple)));
      return new LogicalPlan.Values(tuples, values.getRowType());
    } else if (rel instanceof Join join) {
      if (RexUtil.SubQueryFinder.find(join.getCondition()) != null) {
        return new OuterJoinSubQueries(this, join).full();
      }
      return new LogicalPlan.FullJoin(
          build(join.getLeft()),
          build(join.getRight()),
          conjuncts(join.getCondition()),
          join.getRowType());
    }
    throw CoreErrorMessage.UNSUPPORTED.error(rel.getRelTypeName());
  }

  private LogicalPlan series(TableFunctionScan function) {
    if (!(function.getCall() instanceof RexCall call)
        || !(call.getOperator().equals(GenerateSeriesFunction.INSTANCE)
            || call.getOperator() instanceof RowFunction)) {
      throw CoreErrorMessage.UNSUPPORTED.error("this table function");
    }
    if (RexUtil.SubQueryFinder.find(call) == null) {
      return new LogicalPlan.FunctionScan(
          call.getOperator(), call.getOperands(), function.getRowType());
    }
    BlockBuilder block = new BlockBuilder(this);
    block.addSource(new LogicalPlan.Values(List.of(List.of()), noFields()), JoinRelType.INNER);
    List<RexNode> values = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = rex.getTypeFactory().builder();
    List<RexNode> computed = new ArrayList<>(call.getOperands());
    computed.removeIf(RexLiteral.class::isInstance);
    for (RexNode operand : computed) {
      RexNode value = block.resolve(operand, List.of(), Set.of());
      values.add(value);
      rowType.add("f" + values.size(), value.getType());
    }
    CorrelationId variable = freshVariable();
    RexNode row = rex.makeCorrel(rowType.build(), variable);
    List<RexNode> arguments = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      int field = computed.indexOf(operand);
      arguments.add(field < 0 ? operand : rex.makeFieldAccess(row, field));
    }
    LogicalPlan series =
        new LogicalPlan.FunctionScan(call.getOperator(), arguments, function.getRowType());
    return block.build(
        block.addLateral(series, JoinRelType.INNER, variable, values), function.getRowType());
  }

  private LogicalPlan recursion(RepeatUnion union) {
    LogicalPlan seed = build(withoutSpool(union.getSeedRel()));
    RelOptTable rows = union.getTransientTable();
    if (rows == null) {
      throw CoreErrorMessage.UNSUPPORTED.error("this recursion");
    }
    int id = recursionIds++;
    recursions.push(new Recursion(rows.getQualifiedName(), id));
    LogicalPlan step = build(withoutSpool(union.getIterativeRel()));
    recursions.pop();
    return new LogicalPlan.Recursion(seed, step, id, name(rows), union.all, union.getRowType());
  }

  private static String name(RelOptTable rows) {
    List<String> names = rows.getQualifiedName();
    return names.get(names.size() - 1);
  }

  /** Removes Calcite's spool, because the executor buffers the rows of an iteration itself. */
  private static RelNode withoutSpool(RelNode rel) {
    return rel instanceof TableSpool spool ? spool.getInput() : rel;
  }

  private int recursionId(TableScan scan) {
    for (Recursion recursion : recursions) {
      if (recursion.name.equals(scan.getTable().getQualifiedName())) {
        return recursion.id;
      }
    }
    throw CoreErrorMessage.UNSUPPORTED.error("this reference to a recursive query");
  }

  private LogicalPlan aggregate(Aggregate aggregate) {
    List<Integer> fields = aggregate.getGroupSet().asList();
    List<List<Integer>> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(set.asList().stream().map(fields::indexOf).toList());
    }
    return new LogicalPlan.Aggregate(
        build(aggregate.getInput()),
        fields,
        sets,
        aggregate.getAggCallList(),
        aggregate.getRowType());
  }

  private LogicalPlan setOperation(SetOp setOp) {
    PlanNode.SetOperation.Kind kind;
    if (setOp instanceof Union) {
      kind = PlanNode.SetOperation.Kind.UNION;
    } else if (setOp instanceof Intersect) {
      kind = PlanNode.SetOperation.Kind.INTERSECT;
    } else if (setOp instanceof Minus) {
      kind = PlanNode.SetOperation.Kind.EXCEPT;
    } else {
      throw CoreErrorMessage.UNSUPPORTED.error(setOp.getRelTypeName());
    }
    List<LogicalPlan> inputs = new ArrayList<>();
    for (RelNode input : setOp.getInputs()) {
      inputs.add(build(input));
    }
    return new LogicalPlan.SetOperation(kind, setOp.all, inputs, setOp.getRowType());
  }

  /**
   * Adds the relation's sources and conditions to the block; returns the expressions of its fields.
   */
  List<RexNode> flatten(RelNode relation, BlockBuilder block, boolean top) {
    RelNode rel = inlined(relation);
    if (rel instanceof Project project) {
      return flattenProject(project, block, top);
    } else if (rel instanceof Filter filter) {
      List<RexNode> row = flatten(filter.getInput(), block, false);
      for (RexNode conjunct : conjuncts(filter.getCondition())) {
        block.addCondition(conjunct, row, filter.getVariablesSet());
      }
      return row;
    } else if (rel instanceof Join join && join.getJoinType() != JoinRelType.FULL) {
      return flattenJoin(join, block);
    } else if (rel instanceof Correlate correlate) {
      return flattenCorrelate(correlate, block);
    } else if (rel instanceof Values values && values.getTuples().size() == 1) {
      // SELECT without FROM: the values of the single row are constants of the block
      block.addSource(new LogicalPlan.Values(List.of(List.of()), noFields()), JoinRelType.INNER);
      return List.copyOf(values.getTuples().get(0));
    }
    return block.addSource(build(rel), JoinRelType.INNER);
  }

  /**
   * Flattens a lateral join. Conditions on top of the right side, such as those of ON, are moved to
   * the block, so that the right side may depend on fewer sources.
   */
  private List<RexNode> flattenCorrelate(Correlate correlate, BlockBuilder block) {
    List<RexNode> row = flatten(correlate.getLeft(), block, false);
    RelNode right = correlate.getRight();
    List<RexNode> lifted = new ArrayList<>();
    while (correlate.getJoinType() == JoinRelType.INNER
        && right instanceof Filter filter
        && RexUtil.SubQueryFinder.find(filter.getCondition()) == null
        && Rexes.isDeterministic(filter.getCondition())) {
      for (RexNode conjunct : conjuncts(filter.getCondition())) {
        lifted.add(overBoth(conjunct, correlate));
      }
      right = filter.getInput();
    }
    List<RexNode> both = new ArrayList<>(row);
    both.addAll(
        block.addLateral(build(right), correlate.getJoinType(), correlate.getCorrelationId(), row));
    lifted.forEach(conjunct -> block.addCondition(conjunct, both, Set.of()));
    return both;
  }

  /**
   * Returns a condition of the right side over the fields of the left side, then of the right side.
   */
  private RexNode overBoth(RexNode conjunct, Correlate correlate) {
    RelDataType left = correlate.getLeft().getRowType();
    List<RexNode> leftFields = new ArrayList<>();
    for (RelDataTypeField field : left.getFieldList()) {
      leftFields.add(rex.makeInputRef(field.getType(), field.getIndex()));
    }
    List<RelDataTypeField> rightFields = correlate.getRight().getRowType().getFieldList();
    RexNode shifted =
        Rexes.replaceFields(
            conjunct,
            field ->
                rex.makeInputRef(rightFields.get(field).getType(), left.getFieldCount() + field));
    return Rexes.replaceVariables(shifted, Map.of(correlate.getCorrelationId(), leftFields));
  }

  private RelDataType noFields() {
    return rex.getTypeFactory().builder().build();
  }

  private List<RexNode> flattenProject(Project project, BlockBuilder block, boolean top) {
    if (project.containsOver()) {
      return new WindowCallExtractor(this).flatten(project, block);
    }
    boolean deterministic = true;
    for (RexNode expression : project.getProjects()) {
      deterministic &= Rexes.isDeterministic(expression);
    }
    if (!deterministic && !top) {
      // evaluated once for each row, even with several references
      return block.addSource(block(project), JoinRelType.INNER);
    }
    BlockBuilder.Mark mark = block.mark();
    List<RexNode> row = flatten(project.getInput(), block, false);
    List<RexNode> outputs = new ArrayList<>();
    int size = 0;
    for (RexNode expression : project.getProjects()) {
      RexNode output =
          block.resolve(
              RexUtil.expandSearch(rex, null, expression), row, project.getVariablesSet());
      size = Math.max(size, Rexes.size(output));
      outputs.add(output);
    }
    if (size > MAX_MELTED_SIZE && !top) {
      block.reset(mark);
      return block.addSource(block(project), JoinRelType.INNER);
    }
    return outputs;
  }

  private List<RexNode> flattenJoin(Join join, BlockBuilder block) {
    JoinRelType type = join.getJoinType();
    if (type != JoinRelType.INNER && !OuterJoinSubQueries.isPlain(join)) {
      return new OuterJoinSubQueries(this, join).flatten(block);
    }
    if (type == JoinRelType.RIGHT) {
      List<RexNode> right = flatten(join.getRight(), block, false);
      List<RexNode> row = new ArrayList<>(block.addSource(build(join.getLeft()), JoinRelType.LEFT));
      row.addAll(right);
      setOn(join, row, block);
      return row;
    }
    List<RexNode> row = flatten(join.getLeft(), block, false);
    List<RexNode> both = new ArrayList<>(row);
    if (type == JoinRelType.INNER) {
      both.addAll(flatten(join.getRight(), block, false));
      for (RexNode conjunct : conjuncts(join.getCondition())) {
        block.addCondition(conjunct, both, join.getVariablesSet());
      }
      return both;
    }
    both.addAll(block.addSource(build(join.getRight()), type));
    setOn(join, both, block);
    return type.projectsRight() ? both : row;
  }

  /** Sets the conditions of an outer join, whose source was added last. */
  private void setOn(Join join, List<RexNode> row, BlockBuilder block) {
    int source = block.lastSource();
    List<RexNode> on = new ArrayList<>();
    for (RexNode conjunct : conjuncts(join.getCondition())) {
      RexNode resolved = block.resolve(conjunct, row, Set.of());
      on.addAll(Rexes.conjunctions(RowIdComparisons.replaced(resolved, rex)));
    }
    block.setOn(source, on);
  }

  /**
   * Returns the conjuncts of a condition. Common factors of an OR become conjuncts of their own, so
   * that tables can be joined by them.
   */
  List<RexNode> conjuncts(RexNode condition) {
    RexNode plain = RexUtil.expandSearch(rex, null, condition);
    return Rexes.conjunctions(
        Rexes.isDeterministic(plain) ? RexUtil.pullFactors(rex, plain) : plain);
  }
}
