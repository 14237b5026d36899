package io.mosql.sql.planner.validate;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlConformance;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.MosqlTypeFactory;
import io.mosql.sql.planner.schema.DuplicateColumns;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.AggregatingScope;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SetopNamespace;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Static;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator with a type for every parameter and VARCHAR text literals. One per statement.
 *
 * <p>Calcite infers a parameter's type only where an operator provides it before the parameter is
 * validated; here {@link ParameterTypeInference} runs first on every expression.
 */
public final class MosqlValidator extends SqlValidatorImpl {
  private static final SqlValidator.Config CONFIG =
      SqlValidator.Config.DEFAULT
          .withDefaultNullCollation(NullCollation.LOW)
          .withConformance(MosqlConformance.INSTANCE)
          .withTypeCoercionFactory(ImplicitCasts::new)
          .withIdentifierExpansion(true);

  private final ParameterTypeInference parameters;
  private final Interrupts cancellation;
  private final UsingJoinColumns common = new UsingJoinColumns(this);
  private final IdentityHashMap<SqlNode, RelDataType> wanted = new IdentityHashMap<>();

  /** Whether a query aggregates; cached while its outputs are validated. */
  private final IdentityHashMap<SqlSelect, Boolean> aggregates = new IdentityHashMap<>();

  /** The innermost expression whose type is being derived; kept after a failure. */
  private @Nullable SqlNode currentPosition;

  MosqlValidator(
      SqlValidatorCatalogReader reader,
      RelDataTypeFactory factory,
      List<? extends @Nullable SqlType> boundTypes,
      Interrupts cancellation) {
    super(MosqlOperatorTable.INSTANCE, reader, factory, CONFIG);
    this.cancellation = cancellation;
    this.parameters = new ParameterTypeInference(this, factory, boundTypes);
  }

  ParameterTypeInference parameters() {
    return parameters;
  }

  /** Returns the position of the current expression, or of the one that failed. */
  SqlParserPos currentPosition() {
    return currentPosition == null ? SqlParserPos.ZERO : currentPosition.getParserPosition();
  }

  /** Sets the type of the column that the expression will be assigned to. */
  public void setAssignedType(SqlNode expression, RelDataType type) {
    wanted.put(expression, type);
  }

  @Override
  protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
    if (!common.hasCondition(join)) {
      JoinScope inside = (JoinScope) Objects.requireNonNull(getJoinScope(join));
      validateFrom(join.getLeft(), unknownType, inside);
      common.left(join, inside);
      validateFrom(join.getRight(), unknownType, inside);
      common.join(join, inside);
      SqlNode condition = join.getCondition();
      if (condition != null && join.getConditionType() == JoinConditionType.ON) {
        join.setOperand(5, RowIdReferences.condition(condition, inside, this));
      }
      super.validateJoin(join, scope);
    }
  }

  @Override
  protected void validateSelect(SqlSelect select, RelDataType targetRowType) {
    if (common.appliesTo(select)) {
      if (select.getFrom() != null) {
        validateFrom(select.getFrom(), unknownType, getFromScope(select));
      }
      common.select(select);
    }
    if (RowIdReferences.appliesTo(select)) {
      if (select.getFrom() != null) {
        validateFrom(select.getFrom(), unknownType, getFromScope(select));
      }
      RowIdReferences.select(select, getRawSelectScope(select), this);
    }
    if (select.getFrom() != null && WholeRowReferences.appliesTo(select)) {
      validateFrom(select.getFrom(), unknownType, getFromScope(select));
      WholeRowReferences.select(select, this);
    }
    if (select.getFrom() != null && GroupByNames.appliesTo(select, this)) {
      validateFrom(select.getFrom(), unknownType, getFromScope(select));
      GroupByNames.qualify(select, this);
    }
    if (DependentColumns.appliesTo(select)) {
      validateFrom(select.getFrom(), unknownType, getFromScope(select));
      DependentColumns.add(select, this);
    }
    super.validateSelect(select, targetRowType);
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList outputs, SqlSelect select, RelDataType targetRowType) {
    return DuplicateColumns.unique(
        once(select, () -> super.validateSelectList(outputs, select, targetRowType)), typeFactory);
  }

  @Override
  public SqlNodeList expandStar(SqlNodeList outputs, SqlSelect select, boolean systemColumns) {
    return once(select, () -> super.expandStar(outputs, select, systemColumns));
  }

  /**
   * Masks outer references next to aggregates, where Calcite expands expressions only to check
   * them.
   */
  @Override
  public SqlNode expand(SqlNode expr, SqlValidatorScope scope) {
    SqlNode expanded = super.expand(expr, scope);
    return scope instanceof AggregatingSelectScope aggregating
        ? OuterReferenceMasking.mask(expanded, aggregating, this, node -> super.expand(node, scope))
        : expanded;
  }

  @Override
  protected void addToSelectList(
      List<SqlNode> list,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fields,
      SqlNode expression,
      SelectScope scope,
      boolean includeSystemVars) {
    int place = fields.size();
    super.addToSelectList(list, aliases, fields, expression, scope, includeSystemVars);
    String name = SqlValidatorUtil.alias(expression);
    if (name != null) {
      // replaces the name that Calcite has made unique
      fields.set(place, Map.entry(name, fields.get(place).getValue()));
    }
  }

  /** Returns the column names of a query, possibly with duplicates. */
  List<String> columnNames(SqlNode query) {
    return getValidatedNodeType(query).getFieldNames().stream()
        .map(DuplicateColumns::name)
        .toList();
  }

  /**
   * Caches the result, because Calcite calls this for each output and checks all outputs each time.
   */
  @Override
  public boolean isAggregate(SqlSelect select) {
    Boolean known = aggregates.get(select);
    return known == null ? super.isAggregate(select) : known;
  }

  private <T> T once(SqlSelect select, Supplier<T> look) {
    boolean outermost = aggregates.putIfAbsent(select, isAggregate(select)) == null;
    try {
      return look.get();
    } finally {
      if (outermost) {
        aggregates.remove(select);
      }
    }
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode expr) {
    SqlNode outer = currentPosition;
    currentPosition = expr;
    RelDataType type = typed(scope, expr);
    currentPosition = outer;
    return type;
  }

  private RelDataType typed(SqlValidatorScope scope, SqlNode expr) {
    cancellation.step();
    if (expr instanceof SqlDynamicParam parameter) {
      RelDataType type = parameters.typeOf(parameter, wanted.get(expr));
      setValidatedNodeType(expr, type);
      return type;
    }
    if (expr instanceof SqlNumericLiteral number) {
      // before an operator derives the literal's type
      validateLiteral(number);
    }
    if (expr instanceof SqlCharStringLiteral literal) {
      RelDataType type =
          SqlTypeUtil.addCharsetAndCollation(
              MosqlTypeFactory.textLiteralType(typeFactory, literal.getValueAs(String.class)),
              typeFactory);
      setValidatedNodeType(expr, type);
      return type;
    }
    if (expr instanceof SqlCall call && getValidatedNodeTypeIfKnown(expr) == null) {
      infer(wanted.get(expr), scope, expr);
      IntervalOperators.resolve(this, scope, expr);
      DateArithmetic.resolve(this, scope, expr);
      JsonOperators.resolve(this, scope, expr);
      commonTypes().resolve(scope, call);
    }
    RelDataType type = super.deriveType(scope, expr);
    if (expr instanceof SqlCall call && call.getKind() == SqlKind.OVER) {
      type = typeOverWindow(call, type);
    }
    if (expr instanceof SqlCall compared) {
      ComparisonTypeCheck.check(this, compared);
    }
    if (type instanceof CollatedType && expr instanceof SqlCall call) {
      RelDataType result = CollationRules.result(typeFactory, call.getOperator(), type);
      setValidatedNodeType(expr, result);
      return result;
    }
    return type;
  }

  /**
   * Makes the type nullable where the frame may have no row with a value, which Calcite ignores:
   * with IGNORE NULLS, when the frame has fewer rows than NTH_VALUE needs, and when the frame may
   * be empty, as with EXCLUDE or with following rows only.
   */
  private RelDataType typeOverWindow(SqlCall over, RelDataType type) {
    SqlNode function = over.operand(0);
    boolean always =
        function instanceof SqlCall call && call.getOperator() instanceof SqlAggFunction aggregate
            ? switch (aggregate.getKind()) {
              case COUNT,
                  REGR_COUNT,
                  ROW_NUMBER,
                  RANK,
                  DENSE_RANK,
                  PERCENT_RANK,
                  CUME_DIST,
                  NTILE,
                  LAG,
                  LEAD ->
                  true;
              default -> false;
            }
            : false;
    if (always) {
      return type;
    }
    RelDataType nullable = typeFactory.createTypeWithNullability(type, true);
    setValidatedNodeType(over, nullable);
    return nullable;
  }

  /**
   * Also validates, under a FILTER, the order of an aggregate function and whether the function
   * needs a window, which Calcite does not check.
   */
  @Override
  public void validateCall(SqlCall call, SqlValidatorScope scope) {
    // operands are validated one by one, before the call
    infer(wanted.get(call), scope, call);
    if (call.getKind() == SqlKind.FILTER && call.operand(0) instanceof SqlCall filtered) {
      if (filtered.getOperator().requiresOver()) {
        throw PlanErrors.at(SqlErrorMessage.WINDOW_FUNCTION_WITHOUT_OVER, call.getParserPosition());
      }
      if (filtered.getKind() == SqlKind.WITHIN_GROUP
          && filtered.operand(1) instanceof SqlNodeList order) {
        order.forEach(key -> deriveType(scope, key));
      }
    }
    super.validateCall(call, scope);
  }

  @Override
  protected void inferUnknownTypes(
      RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
    cancellation.step();
    RelDataType known = inferredType.equals(unknownType) ? wanted.get(node) : inferredType;
    if (node instanceof SqlDynamicParam parameter) {
      setValidatedNodeType(node, parameters.typeOf(parameter, known));
      return;
    }
    if (node instanceof SqlCall) {
      infer(known, scope, node);
    }
    super.inferUnknownTypes(inferredType, scope, node);
  }

  private CommonTypeResolver commonTypes() {
    return new CommonTypeResolver(this, (ImplicitCasts) getTypeCoercion());
  }

  @Override
  protected SetopNamespace createSetopNamespace(SqlCall call, SqlNode enclosing) {
    return new SetopNamespace(this, call, enclosing) {
      @Override
      public RelDataType validateImpl(RelDataType targetRowType) {
        SqlValidatorScope scope = Objects.requireNonNull(scopes.get(call));
        for (SqlNode part : call.getOperandList()) {
          if (part.isA(SqlKind.QUERY)) {
            validateQuery(part, scope, targetRowType);
          }
        }
        commonTypes().resolveSetOperation(scope, call);
        return super.validateImpl(targetRowType);
      }
    };
  }

  @Override
  protected void validateValues(
      SqlCall values, RelDataType targetRowType, SqlValidatorScope scope) {
    // after FROM the scope would include the tables next to the rows
    SqlValidatorScope own = Objects.requireNonNullElse(scopes.get(values), scope);
    common.operands(values.getOperandList(), own);
    RowIdReferences.operands(values.getOperandList(), own, this);
    if (!targetRowType.isStruct()) {
      commonTypes().resolveValues(own, values);
    }
    super.validateValues(values, targetRowType, own);
  }

  @Override
  protected void validateTableFunction(
      SqlCall node, SqlValidatorScope scope, RelDataType targetRowType) {
    common.operands(node.getOperandList(), scope);
    RowIdReferences.operands(node.getOperandList(), scope, this);
    super.validateTableFunction(node, scope, targetRowType);
  }

  /** Validates as Calcite does, but accepts window functions in sub-queries of HAVING. */
  @Override
  protected void validateHavingClause(SqlSelect select) {
    SqlNode having = select.getHaving();
    if (having != null) {
      SqlValidatorScope scope = getSelectScope(select);
      inferUnknownTypes(typeFactory.createSqlType(SqlTypeName.BOOLEAN), scope, having);
      ((AggregatingScope) scope).checkAggregateExpr(having, true);
      having.validate(this, scope);
      if (!SqlTypeUtil.inBooleanFamily(deriveType(scope, having))) {
        throw newValidationError(having, Static.RESOURCE.havingMustBeBoolean());
      }
    }
  }

  private void infer(@Nullable RelDataType known, SqlValidatorScope scope, SqlNode node) {
    parameters.infer(known == null || known.isStruct() ? null : known, scope, node);
  }

  @Override
  public @Nullable RelDataType getValidatedNodeTypeIfKnown(SqlNode node) {
    RelDataType type = super.getValidatedNodeTypeIfKnown(node);
    // the converter creates copies of parameters that were not validated
    return type == null && node instanceof SqlDynamicParam parameter
        ? parameters.typeOf(parameter, null)
        : type;
  }

  @Override
  public RelDataType getValidatedNodeType(SqlNode node) {
    RelDataType type = getValidatedNodeTypeIfKnown(node);
    return type == null ? super.getValidatedNodeType(node) : type;
  }
}
