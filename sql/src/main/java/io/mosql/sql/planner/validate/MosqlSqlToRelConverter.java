package io.mosql.sql.planner.validate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.mosql.sql.parser.ast.dml.MaterializedWithItem;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.schema.RelationScan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Calcite's converter, extended by sub-queries that refer to grouping keys, and by sub-queries in
 * the ON of a lateral join that refer to its sides.
 *
 * <p>At first, each outer column in a sub-query is a separate correlation variable. A filter,
 * projection or join declares one variable that replaces all of those in its sub-queries. Calcite
 * does not do so in all cases:
 *
 * <ul>
 *   <li>above an aggregation it maps the fields of only one variable from the input row to the
 *       group's row, and HAVING declares only the variable of its first sub-query
 *   <li>the ON of a lateral join declares none
 * </ul>
 */
final class MosqlSqlToRelConverter extends SqlToRelConverter {
  /** The state of each aggregating query during its conversion, innermost first. */
  private final Deque<Groups> groups;

  /** The scope of each correlation variable's column. */
  private final Map<CorrelationId, SqlValidatorScope> scopes = new HashMap<>();

  private final Set<String> aliases = new HashSet<>();

  private int aggregates;

  private final Map<SqlWithItem, SharedQuery.Definition> definitions = new IdentityHashMap<>();

  private MosqlSqlToRelConverter(
      SqlValidator validator,
      Prepare.CatalogReader reader,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      SqlToRelConverter.Config config,
      Deque<Groups> groups) {
    super(
        (type, sql, schema, view) -> {
          throw new UnsupportedOperationException("views");
        },
        validator,
        reader,
        cluster,
        convertlets,
        config);
    this.groups = groups;
  }

  static MosqlSqlToRelConverter of(
      SqlValidator validator,
      Prepare.CatalogReader reader,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      SqlToRelConverter.Config config) {
    Deque<Groups> groups = new ArrayDeque<>();
    return new MosqlSqlToRelConverter(
        validator,
        reader,
        cluster,
        convertlets,
        config.withRelBuilderFactory(
            (c, schema) -> new Builder(groups, RelBuilder.Config.DEFAULT, c, schema)),
        groups);
  }

  @Override
  protected Blackboard createBlackboard(
      @Nullable SqlValidatorScope scope,
      @Nullable Map<String, RexNode> nameToNodeMap,
      boolean top) {
    return new Blackboard(scope, nameToNodeMap, top) {
      @Override
      public RexNode visit(SqlIdentifier id) {
        RexNode column = super.visit(id);
        RexNode row = column;
        while (row instanceof RexFieldAccess access) {
          row = access.getReferenceExpr();
        }
        if (row instanceof RexCorrelVariable variable) {
          SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
          String relation = scope.fullyQualify(id).identifier.names.get(0);
          scope.resolve(
              List.of(relation), getValidator().getCatalogReader().nameMatcher(), false, resolved);
          scopes.put(variable.id, resolved.only().scope);
        }
        return column;
      }
    };
  }

  /**
   * Converts an item of FROM, and tells the scan of a relation its alias, with a number where an
   * outer or an earlier query has the same one.
   */
  @Override
  protected void convertFrom(
      Blackboard bb, @Nullable SqlNode from, @Nullable List<String> fieldNames) {
    super.convertFrom(bb, from, fieldNames);
    if (from instanceof SqlIdentifier name) {
      SqlValidatorNamespace namespace = Objects.requireNonNull(validator).getNamespace(name);
      if (namespace != null && namespace.resolve().getNode() instanceof SqlWithItem item) {
        SharedQuery.Definition query =
            definitions.computeIfAbsent(
                item,
                unused ->
                    new SharedQuery.Definition(
                        item.name.getSimple(),
                        namespace.getRowType().getFieldNames(),
                        MaterializedWithItem.isMaterialized(item)));
        query.addReference(name);
        bb.setRoot(new SharedQuery(cluster, bb.root(), query), false);
      }
    }
    if (from != null
        && from.getKind() == SqlKind.AS
        && ((SqlCall) from).operand(0) instanceof SqlIdentifier relation) {
      RelNode root = bb.root();
      while (root instanceof Project || root instanceof SharedQuery) {
        root = root.getInput(0);
      }
      if (root instanceof RelationScan scan
          && scan.alias().equals(relation.names.get(relation.names.size() - 1))) {
        String alias = ((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple();
        String unique = alias;
        for (int i = 1; !aliases.add(unique); i++) {
          unique = alias + "_" + i;
        }
        scan.setAlias(unique);
      }
    }
  }

  private Predicate<CorrelationId> own(Blackboard bb) {
    return id -> scopes.containsKey(id) && bb.scope.isWithin(scopes.get(id));
  }

  @Override
  protected RelNode createJoin(
      Blackboard bb, RelNode left, RelNode right, RexNode condition, JoinRelType type) {
    Set<CorrelationId> variables = variables(List.of(condition), own(bb));
    return !variables.isEmpty()
            && super.createJoin(bb, left, right, rexBuilder.makeLiteral(true), type)
                instanceof Correlate lateral
        ? filtered(lateral, condition, variables)
        : super.createJoin(bb, left, right, condition, type);
  }

  /** Returns the lateral join with a condition over both sides as a filter of the right side. */
  private RelNode filtered(Correlate lateral, RexNode condition, Set<CorrelationId> variables) {
    int width = lateral.getLeft().getRowType().getFieldCount();
    CorrelationId one = variables.iterator().next();
    RexNode left =
        rexBuilder.makeCorrel(lateral.getLeft().getRowType(), lateral.getCorrelationId());
    RexNode right = rexBuilder.makeCorrel(lateral.getRight().getRowType(), one);
    BitSet fields = new BitSet();
    IntFunction<RexNode> leftField =
        field -> {
          fields.set(field);
          return rexBuilder.makeFieldAccess(left, field);
        };
    RexNode outer =
        Rexes.replaceFields(
            condition,
            field ->
                field < width
                    ? leftField.apply(field)
                    : rexBuilder.makeInputRef(lateral.getRight(), field - width));
    RexNode moved =
        outer.accept(
            new DeepShuttle(
                variables,
                (variable, field) ->
                    field < width
                        ? leftField.apply(field)
                        : rexBuilder.makeFieldAccess(right, field - width)));
    return LogicalCorrelate.create(
        lateral.getLeft(),
        LogicalFilter.create(lateral.getRight(), moved, ImmutableSet.of(one)),
        lateral.getHints(),
        lateral.getCorrelationId(),
        lateral.getRequiredColumns().union(ImmutableBitSet.fromBitSet(fields)),
        lateral.getJoinType());
  }

  /** Returns the variables in sub-queries of the expressions, in a fixed order. */
  private static Set<CorrelationId> variables(
      Iterable<? extends RexNode> expressions, Predicate<CorrelationId> own) {
    Set<CorrelationId> found = new TreeSet<>();
    for (RexNode expression : expressions) {
      expression.accept(
          new RexVisitorImpl<@Nullable Void>(true) {
            @Override
            public @Nullable Void visitSubQuery(RexSubQuery query) {
              RelOptUtil.getVariablesUsed(query.rel).stream().filter(own).forEach(found::add);
              return super.visitSubQuery(query);
            }
          });
    }
    return found;
  }

  /** Replaces fields of variables in an expression and its sub-queries. */
  private static final class DeepShuttle extends RexShuttle {
    private final Set<CorrelationId> variables;
    private final BiFunction<RexCorrelVariable, Integer, RexNode> replacement;

    DeepShuttle(
        Set<CorrelationId> variables, BiFunction<RexCorrelVariable, Integer, RexNode> replacement) {
      this.variables = variables;
      this.replacement = replacement;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable variable
              && variables.contains(variable.id)
          ? replacement.apply(variable, access.getField().getIndex())
          : super.visitFieldAccess(access);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
      return visited.clone(
          visited.rel.accept(
              new RelHomogeneousShuttle() {
                @Override
                public RelNode visit(RelNode other) {
                  return super.visit(other).accept(DeepShuttle.this);
                }
              }));
    }
  }

  @Override
  protected void convertAgg(
      Blackboard bb, SqlSelect select, List<SqlNode> orderExprList, List<SqlNode> extraList) {
    groups.push(new Groups(bb, bb.root(), rexBuilder, own(bb)));
    super.convertAgg(bb, select, orderExprList, extraList);
    groups.pop();
  }

  @Override
  protected RelNode createAggregate(
      Blackboard bb,
      ImmutableBitSet groupSet,
      ImmutableList<ImmutableBitSet> groupSets,
      List<AggregateCall> aggCalls) {
    Groups of = groups.peek();
    if (of == null || of.blackboard != bb) {
      // an aggregation for DISTINCT
      return super.createAggregate(bb, groupSet, groupSets, aggCalls);
    }
    RelNode aggregate = super.createAggregate(bb, groupSet, groupSets, aggCalls);
    if (bb.root() instanceof Project project && project.getInput() == of.from) {
      boolean moved = false;
      for (int key : groupSet) {
        if (project.getProjects().get(key) instanceof RexInputRef ref) {
          int field = groupSet.indexOf(key);
          of.keys.putIfAbsent(ref.getIndex(), field);
          moved |= field != ref.getIndex();
        }
      }
      if (moved
          && RelOptUtil.areRowTypesEqual(aggregate.getRowType(), of.from.getRowType(), false)) {
        bb.setRoot(withOwnNames(project), false);
        aggregate = super.createAggregate(bb, groupSet, groupSets, aggCalls);
      }
    }
    of.aggregate = aggregate;
    return aggregate;
  }

  /**
   * Returns the projection with unique field names, so that the row type of the groups, which has
   * these names, differs from that of the input rows.
   */
  private RelNode withOwnNames(Project project) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      names.add("$group" + aggregates + "." + i);
    }
    aggregates++;
    return LogicalProject.create(
        project.getInput(),
        project.getHints(),
        project.getProjects(),
        names,
        project.getVariablesSet());
  }

  /** The state of one aggregating query. */
  private static final class Groups {
    private final Blackboard blackboard;
    private final RelNode from;
    private final RexBuilder rex;
    private final Predicate<CorrelationId> own;

    /** Maps fields of the input row to fields of the group's row. */
    private final Map<Integer, Integer> keys = new HashMap<>();

    private @Nullable RelNode aggregate;

    Groups(Blackboard blackboard, RelNode from, RexBuilder rex, Predicate<CorrelationId> own) {
      this.blackboard = blackboard;
      this.from = from;
      this.rex = rex;
      this.own = own;
    }

    /** Whether the relation's rows are groups. */
    boolean isIn(RelNode rel) {
      return aggregate != null
          && (rel == aggregate || rel instanceof Filter filter && filter.getInput() == aggregate);
    }

    /**
     * Returns the expressions with a single variable over the group's row instead of all variables.
     */
    List<RexNode> unified(
        Iterable<? extends RexNode> expressions, Set<CorrelationId> variables, CorrelationId one) {
      RelDataType rowType = Objects.requireNonNull(aggregate).getRowType();
      RexNode row = rex.makeCorrel(rowType, one);
      RexShuttle shuttle =
          new DeepShuttle(
              variables,
              (variable, field) -> {
                boolean moved = variable.getType().equals(rowType);
                return rex.makeFieldAccess(row, moved ? field : keys.getOrDefault(field, field));
              });
      List<RexNode> result = new ArrayList<>();
      expressions.forEach(expression -> result.add(expression.accept(shuttle)));
      return result;
    }
  }

  /** A builder that declares the variables of relations above an aggregation. */
  private static final class Builder extends RelBuilder {
    private final Deque<Groups> groups;
    private final RelBuilder.Config config;

    Builder(
        Deque<Groups> groups,
        RelBuilder.Config config,
        RelOptCluster cluster,
        @Nullable RelOptSchema schema) {
      super(
          Contexts.of(config, (RelFactories.FilterFactory) Builder::createFilter), cluster, schema);
      this.groups = groups;
      this.config = config;
    }

    /**
     * Creates a filter, without a cast that only changes the nullability of the condition. Calcite
     * omits such casts in WHERE, but creates no filter for one in HAVING.
     */
    private static RelNode createFilter(
        RelNode input, RexNode condition, Set<CorrelationId> variables) {
      RelDataTypeFactory factory = input.getCluster().getTypeFactory();
      return RelFactories.DEFAULT_FILTER_FACTORY.createFilter(
          input, RexUtil.removeNullabilityCast(factory, condition), variables);
    }

    @Override
    public RelBuilder transform(UnaryOperator<RelBuilder.Config> change) {
      return new Builder(groups, change.apply(config), cluster, relOptSchema);
    }

    private @Nullable Groups current() {
      Groups current = groups.peek();
      return current != null && size() > 0 && current.isIn(peek()) ? current : null;
    }

    @Override
    public RelBuilder filter(
        Iterable<CorrelationId> variablesSet, Iterable<? extends RexNode> predicates) {
      Groups current = current();
      Set<CorrelationId> variables =
          current == null ? Set.of() : variables(predicates, current.own);
      if (current == null || variables.isEmpty()) {
        return super.filter(variablesSet, predicates);
      }
      CorrelationId one = variables.iterator().next();
      return super.filter(Set.of(one), current.unified(predicates, variables, one));
    }

    @Override
    public RelBuilder project(
        Iterable<? extends RexNode> nodes, Iterable<? extends @Nullable String> fieldNames) {
      Groups current = current();
      Set<CorrelationId> variables = current == null ? Set.of() : variables(nodes, current.own);
      if (current == null || variables.isEmpty()) {
        return super.project(nodes, fieldNames);
      }
      CorrelationId one = variables.iterator().next();
      return super.project(current.unified(nodes, variables, one), fieldNames, true, Set.of(one));
    }
  }
}
