package io.mosql.sql.planner.logical;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.function.library.ArrayRowLibrary;
import io.mosql.sql.planner.expression.ComparisonCastRemover;
import io.mosql.sql.planner.expression.Rexes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Unnests the sub-queries of one expression: each becomes a source of the expression's block.
 *
 * <ul>
 *   <li>EXISTS and IN as a condition: SEMI; their negations: ANTI. Conditions on the outer row are
 *       pulled out of the sub-query where possible, so that both sides may drive the join.
 *   <li>a scalar sub-query: a source of exactly one row
 *   <li>other predicates: LEFT_MARK, whose mark is their value
 * </ul>
 */
final class SubQueryUnnester {
  /**
   * Returns the value of a sub-query with at most one row; its operands are the value and row
   * count.
   */
  static final SqlFunction SINGLE_ROW =
      SqlBasicFunction.create(
          "SINGLE ROW",
          ReturnTypes.ARG0_FORCE_NULLABLE,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.SYSTEM);

  /** Maximum size of a condition that is duplicated as a guard. */
  private static final int MAX_GUARD_SIZE = 50;

  private final BlockBuilder block;
  private final List<RexNode> row;
  private final Set<CorrelationId> variables;
  private final RexBuilder rex;
  private final RelDataTypeFactory types;

  /** Conditions that are true where the visited expression is evaluated, innermost last. */
  private final List<RexNode> guards = new ArrayList<>();

  SubQueryUnnester(BlockBuilder block, List<RexNode> row, Set<CorrelationId> variables) {
    this.block = block;
    this.row = row;
    this.variables = variables;
    this.rex = block.builder().rex();
    this.types = rex.getTypeFactory();
  }

  /**
   * Adds the conjunct as a join when it is a sub-query, possibly negated, that a join can evaluate.
   */
  boolean addCondition(RexNode conjunct) {
    boolean negated = conjunct.getKind() == SqlKind.NOT;
    RexNode inner = negated ? ((RexCall) conjunct).getOperands().get(0) : conjunct;
    if (!(inner instanceof RexSubQuery query)) {
      return !negated && addComparisonWithAny(inner);
    }
    if (query.getKind() == SqlKind.EXISTS) {
      addJoin(query, negated ? JoinRelType.ANTI : JoinRelType.SEMI, List.of());
      return true;
    }
    if (query.getKind() != SqlKind.IN) {
      return false;
    }
    if (!negated) {
      addJoin(query, JoinRelType.SEMI, operands(query));
      return true;
    }
    return addNotIn(query);
  }

  /**
   * Adds {@code x = ANY (array)} as a join with the elements of an array that is the same for all
   * rows, so that an index can find the rows.
   */
  private boolean addComparisonWithAny(RexNode conjunct) {
    if (!(conjunct instanceof RexCall call)
        || !call.getOperator().getName().equals(ArrayLibrary.quantified("=", false))
        || !Rexes.isDeterministic(call)
        || RexUtil.SubQueryFinder.find(call) != null) {
      return false;
    }
    RexNode array = call.getOperands().get(1);
    if (!ArrayType.is(array.getType()) || !isConstantInQuery(array)) {
      return false;
    }
    RelDataType item = ArrayType.element(array.getType());
    RexNode sought = replaceIn(call.getOperands().get(0));
    if (!isSameFamily(sought.getType(), item)) {
      return false;
    }
    RowFunction unnest = Objects.requireNonNull(RowFunctionTable.find(ArrayRowLibrary.UNNEST));
    RelDataType rowType = types.builder().add("unnest", item).build();
    List<RexNode> right =
        block.addSource(
            new LogicalPlan.FunctionScan(unnest, List.of(array), rowType), JoinRelType.SEMI);
    block.setOn(block.lastSource(), List.of(equal(sought, right.get(0))));
    return true;
  }

  /** Whether an expression reads no column, neither of this query nor of an outer one. */
  private static boolean isConstantInQuery(RexNode node) {
    boolean[] constant = {true};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef ref) {
            constant[0] = false;
            return null;
          }

          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            constant[0] = false;
            return null;
          }
        });
    return constant[0];
  }

  private static boolean isSameFamily(RelDataType a, RelDataType b) {
    return SqlTypeUtil.isNumeric(a) && SqlTypeUtil.isNumeric(b)
        || SqlTypeUtil.isCharacter(a) && SqlTypeUtil.isCharacter(b)
        || a.getSqlTypeName() == b.getSqlTypeName();
  }

  private boolean addNotIn(RexSubQuery query) {
    RelDataType right = query.rel.getRowType();
    for (int i = 0; i < query.getOperands().size(); i++) {
      if (query.getOperands().get(i).getType().isNullable()
          || right.getFieldList().get(i).getType().isNullable()) {
        return false;
      }
    }
    addJoin(query, JoinRelType.ANTI, operands(query));
    return true;
  }

  private RexNode literal(int value, RexNode like) {
    return rex.makeExactLiteral(BigDecimal.valueOf(value), like.getType());
  }

  private RelDataType bigint(boolean nullable) {
    return types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), nullable);
  }

  private static AggregateCall call(
      SqlAggFunction function, List<Integer> arguments, RelDataType type) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        arguments,
        -1,
        null,
        RelCollations.EMPTY,
        type,
        null);
  }

  private LogicalPlan.Aggregate group(LogicalPlan input, List<AggregateCall> calls) {
    RelDataTypeFactory.Builder rowType = types.builder();
    for (int i = 0; i < calls.size(); i++) {
      rowType.add("f" + i, calls.get(i).getType());
    }
    return new LogicalPlan.Aggregate(input, List.of(), calls, rowType.build());
  }

  private List<RexNode> operands(RexSubQuery query) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : query.getOperands()) {
      operands.add(where(guards, replaceIn(operand)));
    }
    return operands;
  }

  /**
   * Returns the expression, or NULL where it would not be evaluated. The left operand of IN and ANY
   * is computed before the CASE, AND or OR that uses the result.
   */
  private RexNode where(List<RexNode> conditions, RexNode expression) {
    // constants are evaluated before other expressions, as PostgreSQL folds them
    List<RexNode> first =
        RexUtil.isConstant(expression)
            ? conditions.stream().filter(RexUtil::isConstant).toList()
            : conditions;
    if (first.isEmpty() || isPlain(expression)) {
      return expression;
    }
    RexNode all = RexUtil.composeConjunction(rex, first);
    if (!Rexes.isDeterministic(all) || Rexes.size(all) > MAX_GUARD_SIZE) {
      return expression;
    }
    RelDataType nullable = types.createTypeWithNullability(expression.getType(), true);
    return rex.makeCall(
        nullable,
        SqlStdOperatorTable.CASE,
        List.of(all, expression, rex.makeNullLiteral(nullable)));
  }

  private static boolean isPlain(RexNode expression) {
    return Rexes.isLeaf(expression)
        || expression instanceof RexInputRef
        || expression instanceof RexFieldAccess;
  }

  private @Nullable CorrelationId variable(RexSubQuery query) {
    for (CorrelationId id : RelOptUtil.getVariablesUsed(query.rel)) {
      if (variables.contains(id)) {
        return id;
      }
    }
    return null;
  }

  private void addJoin(RexSubQuery query, JoinRelType type, List<RexNode> operands) {
    Unnested unnested = unnest(query);
    List<RexNode> right =
        unnested.variable == null
            ? block.addSource(unnested.input, type)
            : block.addLateral(unnested.input, type, unnested.variable, row);
    List<RexNode> on = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      on.add(equal(operands.get(i), right.get(i)));
    }
    on.addAll(pulled(unnested, query, right));
    block.setOn(block.lastSource(), on);
  }

  /**
   * A sub-query whose conditions on the outer row were pulled out, if possible.
   *
   * @param pulled these conditions, over the fields of {@code input}
   * @param variable the variable that {@code input} still refers to, or null
   */
  private record Unnested(
      LogicalPlan input, List<RexNode> pulled, @Nullable CorrelationId variable) {}

  private Unnested unnest(RexSubQuery query) {
    CorrelationId variable = variable(query);
    LogicalPlan input = block.builder().build(query.rel);
    List<RexNode> pulled = new ArrayList<>();
    if (variable != null && input instanceof LogicalPlan.Block inner) {
      LogicalPlan.Block rest = pullUp(inner, variable, pulled);
      if (rest != null) {
        return new Unnested(rest, pulled, null);
      }
    }
    return new Unnested(input, List.of(), variable);
  }

  /** Returns the pulled conditions over the outer row and the fields of the source. */
  private List<RexNode> pulled(Unnested unnested, RexSubQuery query, List<RexNode> right) {
    List<RexNode> on = Rexes.replaceFields(unnested.pulled, right::get);
    CorrelationId replaced = variable(query);
    return replaced == null ? on : Rexes.replaceVariables(on, Map.of(replaced, row));
  }

  /**
   * Returns the block without its conditions on the variable, which are added to {@code pulled}
   * over the new block's outputs; null when the variable is also used elsewhere.
   */
  private LogicalPlan.@Nullable Block pullUp(
      LogicalPlan.Block inner, CorrelationId variable, List<RexNode> pulled) {
    List<RexNode> rest = new ArrayList<>();
    List<RexNode> outer = new ArrayList<>();
    for (RexNode conjunct : inner.conjuncts()) {
      (uses(conjunct, variable) ? outer : rest).add(conjunct);
    }
    if (inner.outputs().stream().anyMatch(output -> uses(output, variable))
        || inner.sources().stream().anyMatch(source -> uses(source, variable))) {
      return null;
    }
    List<RexNode> outputs = new ArrayList<>(inner.outputs());
    RelDataTypeFactory.Builder rowType = types.builder().addAll(inner.rowType().getFieldList());
    Map<Integer, RexNode> moved = new HashMap<>();
    for (RexNode conjunct : outer) {
      pulled.add(
          Rexes.replaceFields(
              conjunct,
              field ->
                  moved.computeIfAbsent(
                      field,
                      f -> {
                        RelDataType type = fieldType(inner, f);
                        outputs.add(new RexInputRef(f, type));
                        rowType.add("m" + f, type);
                        return new RexInputRef(outputs.size() - 1, type);
                      })));
    }
    return new LogicalPlan.Block(inner.sources(), rest, outputs, rowType.build());
  }

  private static RelDataType fieldType(LogicalPlan.Block block, int field) {
    for (LogicalPlan.Source source : block.sources()) {
      if (field >= source.offset() && field < source.end()) {
        return source.fieldType(field);
      }
    }
    throw new IllegalArgumentException("field " + field);
  }

  private static boolean uses(RexNode node, CorrelationId variable) {
    BitSet fields = new BitSet();
    Rexes.addVariableFields(node, variable, fields);
    return !fields.isEmpty();
  }

  private static boolean uses(LogicalPlan.Source source, CorrelationId variable) {
    return source.on().stream().anyMatch(node -> uses(node, variable))
        || source.compared().stream().anyMatch(node -> uses(node, variable))
        || source.variableRow().stream().anyMatch(node -> uses(node, variable))
        || !CorrelatedFields.of(source.input(), variable).isEmpty();
  }

  /** Returns the expression over the block's fields, without sub-queries. */
  RexNode replaceIn(RexNode expression) {
    return replaceIn(expression, false);
  }

  /**
   * Returns the expression over the block's fields, without sub-queries.
   *
   * @param condition whether unknown counts as false
   */
  RexNode replaceIn(RexNode expression, boolean condition) {
    if (Rexes.isLeaf(expression)) {
      return expression;
    }
    boolean queried = RexUtil.SubQueryFinder.find(expression) != null;
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return row.get(ref.getIndex());
          }

          /** Results of sub-queries within a CASE: COALESCE and NULLIF repeat their operands. */
          private @Nullable Map<RexSubQuery, RexNode> chosen;

          /** Whether the visited expression's value may be false where it is unknown. */
          private boolean unknownIsFalse = condition;

          @Override
          public RexNode visitCall(RexCall call) {
            boolean outer = unknownIsFalse;
            unknownIsFalse =
                switch (call.getKind()) {
                  case AND, OR, CASE -> outer;
                  case IS_TRUE -> true;
                  default -> false;
                };
            RexNode visited = visitOperands(call);
            unknownIsFalse = outer;
            return visited;
          }

          private RexNode visitOperands(RexCall call) {
            boolean choice = chosen == null && call.getKind() == SqlKind.CASE;
            if (choice) {
              chosen = new HashMap<>();
            }
            RexNode visited =
                switch (queried ? call.getKind() : SqlKind.OTHER) {
                  case CASE -> visitChoice(call);
                  case AND -> visitInTurn(call, SqlStdOperatorTable.IS_NOT_FALSE);
                  case OR -> visitInTurn(call, SqlStdOperatorTable.IS_NOT_TRUE);
                  default -> super.visitCall(call);
                };
            if (choice) {
              chosen = null;
            }
            return ComparisonCastRemover.withoutCasts(
                RexUtil.removeNullabilityCast(types, visited), rex);
          }

          private RexNode visitChoice(RexCall call) {
            int outer = guards.size();
            List<RexNode> visited = new ArrayList<>();
            for (RexNode operand : call.getOperands()) {
              if (visited.size() % 2 == 0) {
                boolean value = unknownIsFalse;
                unknownIsFalse |= visited.size() < call.getOperands().size() - 1;
                visited.add(operand.accept(this));
                unknownIsFalse = value;
                continue;
              }
              RexNode condition = visited.get(visited.size() - 1);
              guards.add(rex.makeCall(SqlStdOperatorTable.IS_TRUE, condition));
              visited.add(operand.accept(this));
              guards.set(
                  guards.size() - 1, rex.makeCall(SqlStdOperatorTable.IS_NOT_TRUE, condition));
            }
            guards.subList(outer, guards.size()).clear();
            return call.clone(call.getType(), visited);
          }

          /** Visits operands of AND and OR, of which the first ones may determine the result. */
          private RexNode visitInTurn(RexCall call, SqlOperator open) {
            int outer = guards.size();
            List<RexNode> visited = new ArrayList<>();
            for (RexNode operand : call.getOperands()) {
              visited.add(operand.accept(this));
              guards.add(rex.makeCall(open, visited.get(visited.size() - 1)));
            }
            guards.subList(outer, guards.size()).clear();
            return call.clone(call.getType(), visited);
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            if (chosen == null || query.getKind() != SqlKind.SCALAR_QUERY) {
              return value(query, !unknownIsFalse);
            }
            RexNode known = chosen.get(query);
            if (known == null) {
              known = value(query, true);
              chosen.put(query, known);
            }
            return known;
          }
        });
  }

  private RexNode value(RexSubQuery query, boolean unknownCounts) {
    return switch (query.getKind()) {
      case SCALAR_QUERY -> scalar(query);
      case EXISTS -> exists(query);
      case IN -> mark(query, SqlStdOperatorTable.EQUALS, unknownCounts);
      case SOME ->
          mark(
              query,
              comparison(((SqlQuantifyOperator) query.getOperator()).comparisonKind),
              unknownCounts);
      default -> throw CoreErrorMessage.UNSUPPORTED.error(query.getKind() + " sub-query");
    };
  }

  private static SqlOperator comparison(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> SqlStdOperatorTable.EQUALS;
      case NOT_EQUALS -> SqlStdOperatorTable.NOT_EQUALS;
      case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
      case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
      case GREATER_THAN -> SqlStdOperatorTable.GREATER_THAN;
      case GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
      default -> throw CoreErrorMessage.UNSUPPORTED.error("quantified " + kind);
    };
  }

  private RexNode scalar(RexSubQuery query) {
    LogicalPlan input = block.builder().build(query.rel);
    if (isSingleRow(input)) {
      return addSingleRow(query, input).get(0);
    }
    RelDataType type =
        types.createTypeWithNullability(input.rowType().getFieldList().get(0).getType(), true);
    if (guards.isEmpty()) {
      AggregateCall single = call(SqlStdOperatorTable.SINGLE_VALUE, List.of(0), type);
      return addSingleRow(query, group(input, List.of(single))).get(0);
    }
    // several rows are an error only where the value is used
    LogicalPlan two =
        new LogicalPlan.Sort(input, List.of(), null, rex.makeExactLiteral(BigDecimal.valueOf(2)));
    List<RexNode> valueAndCount =
        addSingleRow(
            query,
            group(
                two,
                List.of(
                    call(SqlStdOperatorTable.ANY_VALUE, List.of(0), type),
                    call(SqlStdOperatorTable.COUNT, List.of(), bigint(false)))));
    return rex.makeCall(type, SINGLE_ROW, valueAndCount);
  }

  private List<RexNode> addSingleRow(RexSubQuery query, LogicalPlan input) {
    CorrelationId variable = variable(query);
    return variable == null
        ? block.addSource(input, JoinRelType.INNER)
        : block.addLateral(input, JoinRelType.INNER, variable, row);
  }

  static boolean isSingleRow(LogicalPlan logical) {
    if (logical instanceof LogicalPlan.Aggregate group) {
      return group.isSingleRow();
    } else if (logical instanceof LogicalPlan.Values rows) {
      return rows.tuples().size() == 1;
    }
    return logical instanceof LogicalPlan.Block block
        && block.conjuncts().isEmpty()
        && block.sources().stream()
            .allMatch(s -> s.type() == JoinRelType.INNER && isSingleRow(s.input()));
  }

  /** Whether there is a row. */
  private RexNode exists(RexSubQuery query) {
    if (variable(query) != null) {
      return mark(query, null, false);
    }
    LogicalPlan one =
        new LogicalPlan.Sort(
            block.builder().build(query.rel),
            List.of(),
            null,
            rex.makeExactLiteral(BigDecimal.ONE));
    List<RexNode> count =
        addSingleRow(
            query, group(one, List.of(call(SqlStdOperatorTable.COUNT, List.of(), bigint(false)))));
    return rex.makeCall(SqlStdOperatorTable.GREATER_THAN, count.get(0), literal(0, count.get(0)));
  }

  private RexNode equal(RexNode left, RexNode right) {
    return ComparisonCastRemover.withoutCasts(
        rex.makeCall(SqlStdOperatorTable.EQUALS, left, right), rex);
  }

  /**
   * Adds a mark join with the sub-query.
   *
   * @param comparison of the operands with each row; null for EXISTS
   * @param unknownCounts whether an unknown result must be distinguished from false
   * @return whether the comparison is true for any row; NULL when it is true for none and unknown
   *     for some
   */
  private RexNode mark(RexSubQuery query, @Nullable SqlOperator comparison, boolean unknownCounts) {
    List<RexNode> left = comparison == null ? List.of() : operands(query);
    Unnested unnested = unnest(query);
    List<RexNode> right =
        block.addMarked(
            unnested.input, unnested.variable, unnested.variable == null ? List.of() : row);
    List<RexNode> on = new ArrayList<>(pulled(unnested, query, right));
    List<RexNode> compared = new ArrayList<>();
    if (comparison != null) {
      for (RexNode conjunct : Rexes.conjunctions(compared(comparison, left, right))) {
        compared.add(ComparisonCastRemover.withoutCasts(conjunct, rex));
      }
    }
    boolean nullable = compared.stream().anyMatch(conjunct -> conjunct.getType().isNullable());
    if (left.stream().allMatch(SubQueryUnnester::isPlain) && !(nullable && unknownCounts)) {
      // other operands are evaluated only if there is a row to compare with
      on.addAll(compared);
      compared = List.of();
    }
    RelDataType type =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.BOOLEAN), nullable && !compared.isEmpty());
    return block.setMark(on, new LogicalPlan.Mark(compared, type));
  }

  /** Returns a comparison of two rows: the first pair of different values decides. */
  private RexNode compared(SqlOperator comparison, List<RexNode> left, List<RexNode> right) {
    int last = left.size() - 1;
    if (last < 0) {
      throw CoreErrorMessage.UNSUPPORTED.error("IN without operands");
    }
    SqlOperator strict =
        switch (comparison.getKind()) {
          case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN;
          case GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN;
          default -> comparison;
        };
    RexNode condition = rex.makeCall(comparison, left.get(last), right.get(last));
    for (int i = last - 1; i >= 0; i--) {
      RexNode one = rex.makeCall(strict, left.get(i), right.get(i));
      condition =
          switch (comparison.getKind()) {
            case EQUALS -> rex.makeCall(SqlStdOperatorTable.AND, one, condition);
            case NOT_EQUALS -> rex.makeCall(SqlStdOperatorTable.OR, one, condition);
            default ->
                rex.makeCall(
                    SqlStdOperatorTable.OR,
                    one,
                    rex.makeCall(
                        SqlStdOperatorTable.AND,
                        rex.makeCall(SqlStdOperatorTable.EQUALS, left.get(i), right.get(i)),
                        condition));
          };
    }
    return condition;
  }
}
