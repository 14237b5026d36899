package io.mosql.sql.planner.validate;

import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.parser.ast.query.WithTies;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.OperatorFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Infers the types of a statement's parameters. The type of each parameter is decided once:
 *
 * <ol>
 *   <li>by the column it is assigned to
 *   <li>else by the given type of the bound value
 *   <li>else by a sibling expression (the other side of a comparison, the other branches of CASE
 *       and COALESCE, the other addend)
 *   <li>else VARCHAR
 * </ol>
 *
 * A statement is first planned without types of values. The recorded uses of the parameters
 * determine for which values that plan is valid; for other values it is planned again with their
 * types. Text parameters have no length, so that coercion never cuts a value: lengths are checked
 * when a value is stored.
 */
final class ParameterTypeInference {
  private static final int FREE_SCALE = 10;

  private final MosqlValidator validator;
  private final RelDataTypeFactory factory;
  private final List<? extends @Nullable SqlType> boundTypes;
  private final Map<Integer, RelDataType> types = new TreeMap<>();
  private final Map<Integer, ParameterUse> uses = new TreeMap<>();
  private final Map<Integer, List<Supplier<@Nullable RelDataType>>> sameColumn = new TreeMap<>();

  /**
   * Parameters that are results of a CASE; if they are also compared in it, as in NULLIF, they keep
   * all digits.
   */
  private final Set<Integer> chosen = new HashSet<>();

  /**
   * Parameters whose siblings are all parameters: the default type of one does not determine the
   * others.
   */
  private final Set<Integer> besideParameters = new HashSet<>();

  private final Set<SqlNode> done = Collections.newSetFromMap(new IdentityHashMap<>());

  ParameterTypeInference(
      MosqlValidator validator,
      RelDataTypeFactory factory,
      List<? extends @Nullable SqlType> boundTypes) {
    this.validator = validator;
    this.factory = factory;
    this.boundTypes = boundTypes;
  }

  /** Returns the parameter types in order, all decided. */
  List<ParameterInfo> infos(int count) {
    List<ParameterInfo> infos = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RelDataType type = types.get(i);
      infos.add(new ParameterInfo(RelTypes.sqlType(type == null ? fallback(i) : type), true));
    }
    return infos;
  }

  /** Returns the uses of the parameters, in order. */
  List<ParameterUse> uses(int count) {
    List<ParameterUse> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(uses.getOrDefault(i, ParameterUse.FREE));
    }
    return all;
  }

  /** Returns the type of a parameter, deciding it now if necessary. */
  RelDataType typeOf(SqlDynamicParam parameter, @Nullable RelDataType known) {
    RelDataType type = types.get(parameter.getIndex());
    if (type == null) {
      RelDataType column = known == null ? ofColumn(parameter.getIndex()) : null;
      boolean decided =
          known != null
              && !(SqlTypeUtil.isCharacter(known)
                  && besideParameters.contains(parameter.getIndex()));
      if (known != null && decided) {
        decide(parameter, known, ParameterUse.ASSIGNED);
      } else if (column != null) {
        decide(parameter, column, ParameterUse.OPERAND);
      } else {
        decide(parameter, fallback(parameter.getIndex()), ParameterUse.FREE);
      }
      type = types.get(parameter.getIndex());
    }
    return Objects.requireNonNull(type);
  }

  /** Decides the type of a parameter by that of a sibling, unless it is decided already. */
  void inferFromSibling(SqlDynamicParam parameter, RelDataType type) {
    decide(parameter, type, ParameterUse.OPERAND);
  }

  /** As {@link #inferFromSibling}, for a parameter that is compared with the sibling. */
  void inferCompared(SqlDynamicParam parameter, RelDataType type) {
    decide(parameter, type, ParameterUse.COMPARED);
  }

  /** Returns the type of the same column in other rows or branches, or null. */
  private @Nullable RelDataType ofColumn(int index) {
    for (Supplier<@Nullable RelDataType> other : sameColumn.getOrDefault(index, List.of())) {
      RelDataType type = other.get();
      if (type != null && type.getSqlTypeName() != SqlTypeName.NULL) {
        return type;
      }
    }
    return null;
  }

  private RelDataType fallback(int index) {
    RelDataType bound = bound(index);
    return bound == null ? nullable(text()) : bound;
  }

  /**
   * Returns the given type of the bound value, or null; texts take the type of their sibling
   * instead.
   */
  private @Nullable RelDataType bound(int index) {
    SqlType bound = index < boundTypes.size() ? boundTypes.get(index) : null;
    return bound == null || bound.kind().isText()
        ? null
        : nullable(RelTypes.relType(factory, bound, true));
  }

  /** Returns the given type of a parameter's bound value, or null; also null for other nodes. */
  @Nullable RelDataType bound(SqlNode node) {
    return node instanceof SqlDynamicParam parameter ? bound(parameter.getIndex()) : null;
  }

  /**
   * Whether the plan is for a text value that is invalid for the type inferred from the statement.
   */
  private boolean isTextGiven(SqlDynamicParam parameter) {
    int index = parameter.getIndex();
    SqlType bound = index < boundTypes.size() ? boundTypes.get(index) : null;
    return bound != null && bound.kind().isText();
  }

  private RelDataType text() {
    return factory.createSqlType(SqlTypeName.VARCHAR);
  }

  private RelDataType nullable(RelDataType type) {
    return SqlTypeUtil.addCharsetAndCollation(
        factory.createTypeWithNullability(type, true), factory);
  }

  private void decide(@Nullable SqlNode parameter, RelDataType inferred, ParameterUse use) {
    int index = ((SqlDynamicParam) Objects.requireNonNull(parameter)).getIndex();
    if (use == ParameterUse.COMPARED && chosen.contains(index)) {
      decide(parameter, inferred, ParameterUse.OPERAND);
      return;
    }
    RelDataType bound = use == ParameterUse.ASSIGNED ? null : bound(index);
    RelDataType type = bound == null ? inferred : bound;
    RelDataType decided =
        switch (type.getSqlTypeName()) {
          case CHAR, VARCHAR, NULL, ANY, UNKNOWN, SYMBOL -> LargeType.is(type) ? type : text();
          default -> SqlTypeUtil.isInterval(type) ? IntervalType.of(factory, true) : type;
        };
    if (types.putIfAbsent(index, nullable(decided)) == null) {
      uses.put(index, use);
    }
  }

  /**
   * Decides the parameters of LIMIT, OFFSET and window frames, for which the validator infers no
   * type, and records those that are columns of rows and set operations.
   */
  void prepare(SqlNode query) {
    new SiblingColumnTypes(validator, this::bound).collect(query, sameColumn);
    RelDataType integer = factory.createSqlType(SqlTypeName.INTEGER);
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlOrderBy order) {
              limit(order.offset);
              limit(order.fetch);
            } else if (call instanceof SqlSelect select) {
              limit(select.getOffset());
              limit(select.getFetch());
            } else if (call instanceof SqlWindow window) {
              offset(window.getLowerBound(), window.isRows());
              offset(window.getUpperBound(), window.isRows());
            }
            return super.visit(call);
          }

          private void offset(@Nullable SqlNode bound, boolean rows) {
            if (bound instanceof SqlBasicCall call && call.operand(0) instanceof SqlDynamicParam) {
              decide(
                  call.operand(0), rows ? integer : number(call.operand(0)), ParameterUse.ASSIGNED);
            }
          }

          private void limit(@Nullable SqlNode node) {
            if (node instanceof SqlDynamicParam) {
              decide(node, integer, ParameterUse.ASSIGNED);
            } else if (node instanceof SqlCall call
                && call.getOperator().equals(WithTies.INSTANCE)) {
              limit(call.operand(0));
            }
          }
        });
  }

  /**
   * Decides the parameters in an expression.
   *
   * @param wanted type that the context requires of the expression, or null
   */
  void infer(@Nullable RelDataType wanted, SqlValidatorScope scope, SqlNode node) {
    infer(wanted, ParameterUse.ASSIGNED, scope, node);
  }

  private void infer(
      @Nullable RelDataType wanted, ParameterUse use, SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlDynamicParam) {
      if (wanted != null) {
        decide(node, wanted, use);
      }
      return;
    }
    if (node instanceof SqlSelect select) {
      inferValue(wanted, select);
      return;
    }
    if (!(node instanceof SqlCall call) || node.isA(SqlKind.QUERY) || !done.add(node)) {
      return;
    }
    if (call instanceof SqlCase choice) {
      inferCase(wanted, scope, choice);
      return;
    }
    ArrayOperators.resolve(validator, scope, call);
    List<@Nullable SqlNode> operands = new ArrayList<>(call.getOperandList());
    switch (call.getKind()) {
      case AS, WITHIN_GROUP, DESCENDING, NULLS_FIRST, NULLS_LAST, SCALAR_QUERY ->
          infer(wanted, use, scope, call.operand(0));
      case FILTER -> {
        infer(wanted, use, scope, call.operand(0));
        infer(factory.createSqlType(SqlTypeName.BOOLEAN), scope, call.operand(1));
      }
      case MINUS_PREFIX, PLUS_PREFIX -> {
        infer(wanted, ParameterUse.OPERAND, scope, call.operand(0));
        inferNumbers(operands);
      }
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM,
          BETWEEN ->
          inferCompared(scope, operands);
      case NULLIF -> inferCommonType(null, ParameterUse.OPERAND, scope, operands);
      case IN, NOT_IN, SOME, ALL -> inferIn(scope, call);
      case PLUS, MINUS, CHECKED_PLUS, CHECKED_MINUS -> {
        if (operands.size() == 2
            && operands.get(1) instanceof SqlDynamicParam key
            && !(operands.get(0) instanceof SqlDynamicParam)
            && isTypable(call.operand(0))
            && JsonbType.is(validator.deriveType(scope, call.operand(0)))) {
          // the item to delete from JSON
          decide(key, fallback(key.getIndex()), ParameterUse.FREE);
        }
        if (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.CHECKED_PLUS) {
          inferStep(scope, operands);
        }
        inferCommonType(wanted, ParameterUse.OPERAND, scope, operands);
        inferNumbers(operands);
      }
      case TIMES, DIVIDE, CHECKED_TIMES, CHECKED_DIVIDE -> {
        inferFactors(wanted, scope, operands);
        inferNumbers(operands);
      }
      case MOD -> {
        inferFactors(wanted, scope, operands);
        inferExact(operands);
      }
      case AND, OR, NOT, IS_TRUE, IS_FALSE, IS_NOT_TRUE, IS_NOT_FALSE, IS_UNKNOWN ->
          inferEach(factory.createSqlType(SqlTypeName.BOOLEAN), scope, operands);
      case COALESCE, GREATEST_PG, LEAST_PG, NVL ->
          inferCommonType(wanted, ParameterUse.OPERAND, scope, operands);
      case IS_NULL, IS_NOT_NULL -> {
        if (call.getOperator().equals(SqlStdOperatorTable.IS_UNKNOWN)
            || call.getOperator().equals(SqlStdOperatorTable.IS_NOT_UNKNOWN)) {
          // of the same type
          inferEach(factory.createSqlType(SqlTypeName.BOOLEAN), scope, operands);
        } else if (call.operand(0) instanceof SqlDynamicParam tested) {
          // Calcite would infer a text
          decide(tested, fallback(tested.getIndex()), ParameterUse.FREE);
        } else {
          inferFunction(scope, call, operands);
        }
      }
      case CAST -> inferCast(scope, call);
      case LIKE, SIMILAR -> inferEach(text(), scope, operands);
      case DEFAULT -> {}
      default -> inferFunction(scope, call, operands);
    }
  }

  /** Decides the output of a scalar sub-query that is a parameter. */
  private void inferValue(@Nullable RelDataType wanted, SqlSelect query) {
    if (wanted != null && query.getSelectList().size() == 1) {
      SqlNode value = SqlUtil.stripAs(query.getSelectList().get(0));
      if (value instanceof SqlDynamicParam) {
        decide(value, wanted, ParameterUse.OPERAND);
      }
    }
  }

  /** Decides the amount that is added to a time of day, timestamp or TIMESTAMP WITH TIME ZONE. */
  private void inferStep(SqlValidatorScope scope, List<@Nullable SqlNode> operands) {
    for (int i = 0; i < 2 && operands.size() == 2; i++) {
      SqlNode step = operands.get(i);
      SqlNode moved = operands.get(1 - i);
      if (step instanceof SqlDynamicParam
          && bound(step) == null
          && moved != null
          && !(moved instanceof SqlDynamicParam)
          && isTypable(moved)) {
        RelDataType type = validator.deriveType(scope, moved);
        if (type.getSqlTypeName() == SqlTypeName.TIMESTAMP
            || type.getSqlTypeName() == SqlTypeName.TIME
            || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
          decide(step, IntervalType.of(factory, true), ParameterUse.OPERAND);
        }
      }
    }
  }

  private void inferCase(@Nullable RelDataType wanted, SqlValidatorScope scope, SqlCase choice) {
    List<@Nullable SqlNode> branches = new ArrayList<>(choice.getThenOperands());
    branches.add(choice.getElseOperand());
    for (SqlNode branch : branches) {
      if (withoutNotNull(branch) instanceof SqlDynamicParam parameter) {
        chosen.add(parameter.getIndex());
      }
    }
    inferCommonType(wanted, ParameterUse.OPERAND, scope, branches);
    SqlNode value = choice.getValueOperand();
    List<@Nullable SqlNode> whens = new ArrayList<>(choice.getWhenOperands());
    if (value == null) {
      inferEach(factory.createSqlType(SqlTypeName.BOOLEAN), scope, whens);
    } else {
      whens.add(value);
      inferCommonType(null, ParameterUse.COMPARED, scope, whens);
    }
  }

  /**
   * Infers a common type of operands: parameters take the type of the first column or expression,
   * else the required type, else that of a literal.
   */
  private void inferCommonType(
      @Nullable RelDataType wanted,
      ParameterUse use,
      SqlValidatorScope scope,
      List<? extends @Nullable SqlNode> all) {
    List<SqlNode> parameters = new ArrayList<>();
    List<SqlNode> others = new ArrayList<>();
    for (SqlNode node : all) {
      SqlNode inner = withoutNotNull(node);
      RelDataType bound = inner == null ? null : bound(inner);
      if (bound != null) {
        decide(inner, bound, use);
      }
      if (inner != null) {
        (inner instanceof SqlDynamicParam && bound == null ? parameters : others).add(inner);
      }
    }
    RelDataType type = null;
    RelDataType literalType = null;
    for (SqlNode node : others) {
      infer(wanted, use, scope, node);
      if (!parameters.isEmpty() && type == null && isTypable(node)) {
        RelDataType derived = validator.deriveType(scope, node);
        if (node instanceof SqlLiteral) {
          boolean known = literalType != null || derived.getSqlTypeName() == SqlTypeName.NULL;
          literalType = known ? literalType : derived;
        } else if (derived.getSqlTypeName() != SqlTypeName.NULL) {
          type = derived;
        }
      }
    }
    RelDataType common = type != null ? type : wanted != null ? wanted : literalType;
    if (common != null) {
      parameters.forEach(parameter -> decide(parameter, common, use));
    } else {
      parameters.forEach(this::noteBesideParameters);
    }
  }

  private void noteBesideParameters(SqlNode parameter) {
    besideParameters.add(((SqlDynamicParam) parameter).getIndex());
  }

  /** Returns the operand of the cast that the rewrite of COALESCE adds. */
  static @Nullable SqlNode withoutNotNull(@Nullable SqlNode node) {
    return node instanceof SqlCall call
            && call.getOperator().equals(SqlInternalOperators.CAST_NOT_NULL)
        ? call.operand(0)
        : node;
  }

  /** Whether the node is an expression with a scalar type of its own. */
  private static boolean isTypable(SqlNode node) {
    return !(node instanceof SqlNodeList)
        && node.getKind() != SqlKind.ROW
        && node.getKind() != SqlKind.INTERVAL_QUALIFIER
        && !node.isA(SqlKind.QUERY);
  }

  /** Infers the types of compared operands, for rows column by column. */
  private void inferCompared(SqlValidatorScope scope, List<? extends @Nullable SqlNode> all) {
    SqlNode first = all.get(0);
    boolean rows =
        all.stream().allMatch(node -> node != null && node.getKind() == SqlKind.ROW)
            && all.stream().map(node -> ((SqlCall) node).operandCount()).distinct().count() == 1;
    if (!rows) {
      inferCommonType(null, ParameterUse.COMPARED, scope, all);
      return;
    }
    for (int i = 0; i < ((SqlCall) first).operandCount(); i++) {
      List<@Nullable SqlNode> column = new ArrayList<>();
      for (SqlNode row : all) {
        column.add(((SqlCall) row).operand(i));
      }
      inferCompared(scope, column);
    }
  }

  private void inferIn(SqlValidatorScope scope, SqlCall call) {
    SqlNode left = call.operand(0);
    SqlNode right = call.operand(1);
    if (right instanceof SqlNodeList list) {
      List<@Nullable SqlNode> all = new ArrayList<>(list.getList());
      all.add(0, left);
      inferCompared(scope, all);
    } else {
      infer(null, scope, left);
      infer(null, scope, right);
      inferColumns(scope, left, right);
      inferSought(left, right);
    }
  }

  /** Gives the left operand of IN the types of the query's columns. */
  private void inferSought(SqlNode left, SqlNode query) {
    List<SqlNode> sought =
        left.getKind() == SqlKind.ROW ? ((SqlCall) left).getOperandList() : List.of(left);
    if (sought.stream().noneMatch(SqlDynamicParam.class::isInstance) || !query.isA(SqlKind.QUERY)) {
      return;
    }
    SqlValidatorNamespace namespace = validator.getNamespace(query);
    if (namespace == null) {
      return;
    }
    List<RelDataTypeField> columns = namespace.getRowType().getFieldList();
    for (int i = 0; i < Math.min(sought.size(), columns.size()); i++) {
      boolean open =
          query instanceof SqlSelect select
              && i < select.getSelectList().size()
              && SqlUtil.stripAs(select.getSelectList().get(i)) instanceof SqlDynamicParam;
      if (sought.get(i) instanceof SqlDynamicParam && !open) {
        decide(sought.get(i), columns.get(i).getType(), ParameterUse.COMPARED);
      }
    }
  }

  /** Gives parameters that are columns of the query the types of the left operand of IN. */
  private void inferColumns(SqlValidatorScope scope, SqlNode left, SqlNode query) {
    if (!(query instanceof SqlSelect select)) {
      return;
    }
    List<SqlNode> sought =
        left.getKind() == SqlKind.ROW ? ((SqlCall) left).getOperandList() : List.of(left);
    SqlNodeList columns = select.getSelectList();
    for (int i = 0; i < Math.min(sought.size(), columns.size()); i++) {
      SqlNode column = SqlUtil.stripAs(columns.get(i));
      if (!(column instanceof SqlDynamicParam)) {
        continue;
      }
      if (sought.get(i) instanceof SqlDynamicParam) {
        noteBesideParameters(column);
        noteBesideParameters(sought.get(i));
      } else if (isTypable(sought.get(i))) {
        decide(column, validator.deriveType(scope, sought.get(i)), ParameterUse.COMPARED);
      }
    }
  }

  /**
   * Infers the types of factors, which need not have the scale of the other factor: the bound value
   * decides, if it is numeric, else a DECIMAL gets additional digits after the point.
   */
  private void inferFactors(
      @Nullable RelDataType wanted, SqlValidatorScope scope, List<@Nullable SqlNode> operands) {
    List<@Nullable SqlNode> rest = new ArrayList<>();
    for (SqlNode operand : operands) {
      RelDataType bound = operand == null ? null : bound(operand);
      if (bound != null && SqlTypeUtil.isNumeric(bound)) {
        decide(operand, bound, ParameterUse.OPERAND);
      } else {
        rest.add(operand);
      }
    }
    RelDataType other = wanted;
    for (SqlNode operand : rest) {
      if (operand != null && !(operand instanceof SqlDynamicParam)) {
        infer(null, scope, operand);
        if (rest.size() < operands.size()
            || rest.stream().anyMatch(SqlDynamicParam.class::isInstance)) {
          other = validator.deriveType(scope, operand);
        }
      }
    }
    if (other != null && SqlTypeUtil.isInterval(other)) {
      other = factory.createSqlType(SqlTypeName.DOUBLE);
    }
    ParameterUse use = ParameterUse.OPERAND;
    if (other != null && other.getSqlTypeName() == SqlTypeName.DECIMAL) {
      // for a text or an unknown value; a number determines the digits of the product
      use = ParameterUse.FREE;
      other =
          factory.createSqlType(
              SqlTypeName.DECIMAL,
              Math.max(SqlType.DEFAULT_DECIMAL_PRECISION / 2, other.getScale()),
              Math.max(other.getScale(), FREE_SCALE));
    }
    if (other != null) {
      inferEach(other, use, scope, rest);
    }
  }

  /** Decides operands of arithmetic without another source of a type. */
  private void inferNumbers(List<? extends @Nullable SqlNode> operands) {
    if (operands.stream().allMatch(SqlDynamicParam.class::isInstance)) {
      operands.forEach(operand -> decide(operand, number(operand), ParameterUse.FREE));
    }
  }

  /**
   * Decides operands of MOD without another source of a type; MOD has no floating-point operands.
   */
  private void inferExact(List<? extends @Nullable SqlNode> operands) {
    RelDataType type = factory.createSqlType(SqlTypeName.INTEGER);
    for (SqlNode operand : operands) {
      RelDataType bound = operand == null ? null : bound(operand);
      if (bound != null && SqlTypeUtil.isExactNumeric(bound)) {
        type = bound;
      }
    }
    for (SqlNode operand : operands) {
      if (operand instanceof SqlDynamicParam) {
        decide(operand, type, ParameterUse.FREE);
      }
    }
  }

  private void inferEach(
      RelDataType type, SqlValidatorScope scope, List<? extends @Nullable SqlNode> operands) {
    inferEach(type, ParameterUse.ASSIGNED, scope, operands);
  }

  private void inferEach(
      RelDataType type,
      ParameterUse use,
      SqlValidatorScope scope,
      List<? extends @Nullable SqlNode> operands) {
    for (SqlNode operand : operands) {
      if (operand != null) {
        infer(type, use, scope, operand);
      }
    }
  }

  private void inferCast(SqlValidatorScope scope, SqlCall call) {
    SqlNode value = call.operand(0);
    if (value instanceof SqlDynamicParam parameter) {
      // a bound value of another kind is cast by the statement, with the statement's errors
      RelDataType target =
          isTextGiven(parameter) ? text() : validator.deriveType(scope, call.operand(1));
      decide(value, target, ParameterUse.CAST);
    } else {
      infer(null, scope, value);
    }
  }

  private void inferFunction(
      SqlValidatorScope scope, SqlCall call, List<@Nullable SqlNode> operands) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    RelDataType integer = factory.createSqlType(SqlTypeName.INTEGER);
    for (int i = 0; i < operands.size(); i++) {
      SqlNode operand = operands.get(i);
      if (!(operand instanceof SqlDynamicParam)) {
        if (operand != null && call instanceof SqlBasicCall) {
          infer(isCount(name, i) ? integer : null, scope, operand);
        }
        continue;
      }
      switch (name) {
        case "||", "CONCAT" -> {
          RelDataType bound = bound(operand);
          boolean bytes = bound != null && SqlTypeUtil.isBinary(bound);
          // any other value is converted to its text
          decide(operand, text(), bytes ? ParameterUse.ARGUMENT : ParameterUse.ASSIGNED);
        }
        case "UPPER", "LOWER", "INITCAP", "TRIM", "LTRIM", "RTRIM", "REPLACE" ->
            decide(operand, text(), ParameterUse.ARGUMENT);
        case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH", "OCTET_LENGTH", "REVERSE" ->
            decide(operand, text(), ParameterUse.ARGUMENT);
        case "TIMEZONE" ->
            decide(
                operand,
                i == 0
                    ? text()
                    : factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6),
                ParameterUse.ARGUMENT);
        case "BOOL_AND", "BOOL_OR", "EVERY", "LOGICAL_AND", "LOGICAL_OR" ->
            decide(operand, factory.createSqlType(SqlTypeName.BOOLEAN), ParameterUse.ARGUMENT);
        case "BIT_AND", "BIT_OR", "BIT_XOR" -> decide(operand, integer, ParameterUse.OPERAND);
        case "CURRVAL", "NEXTVAL" -> decide(operand, text(), ParameterUse.ARGUMENT);
        case "SETVAL" ->
            decide(
                operand,
                i == 0 ? text() : factory.createSqlType(SqlTypeName.BIGINT),
                ParameterUse.ASSIGNED);
        case "SUBSTRING", "LEFT", "RIGHT", "REPEAT" -> argument(operand, i < 1);
        case "LPAD", "RPAD" -> argument(operand, i != 1);
        case "POSITION" -> argument(operand, i < 2);
        case "OVERLAY" -> argument(operand, i < 2);
        case "LAG", "LEAD" -> {
          if (i == 1) {
            decide(operand, integer, ParameterUse.ASSIGNED);
          } else {
            inferCommonType(
                null, ParameterUse.OPERAND, scope, Arrays.asList(operands.get(0), operand));
          }
        }
        case GenerateSeriesFunction.NAME ->
            decide(
                operand,
                operands.size() > 2 && operands.get(2) instanceof SqlIntervalLiteral
                    ? factory.createSqlType(SqlTypeName.TIMESTAMP, 6)
                    : integer,
                ParameterUse.OPERAND);
        case "NTH_VALUE" -> {
          if (i == 1) {
            decide(operand, integer, ParameterUse.ASSIGNED);
          }
        }
        case "ROUND", "TRUNCATE" -> {
          if (i == 0) {
            decide(operand, number(operand), ParameterUse.FREE);
          } else {
            decide(operand, integer, ParameterUse.ASSIGNED);
          }
        }
        case "GREATEST", "LEAST", "IFNULL", "COALESCE", "NVL" ->
            inferCommonType(null, ParameterUse.OPERAND, scope, operands);
        case "BITWISE AND", "BITWISE OR", "BITWISE XOR", "GCD", "LCM", "TO_HEX" -> {
          inferCommonType(null, ParameterUse.OPERAND, scope, operands);
          decide(operand, integer, ParameterUse.OPERAND);
        }
        case "BITWISE NOT" -> decide(operand, integer, ParameterUse.OPERAND);
        case "BITWISE SHIFT LEFT", "BITWISE SHIFT RIGHT" ->
            decide(operand, integer, i == 0 ? ParameterUse.OPERAND : ParameterUse.ASSIGNED);
        case OperatorFunctions.XOR_NAME ->
            decide(operand, factory.createSqlType(SqlTypeName.BOOLEAN), ParameterUse.ASSIGNED);
        case OperatorFunctions.REGEX_NAME, OperatorFunctions.NOT_REGEX_NAME ->
            decide(operand, text(), ParameterUse.ARGUMENT);
        case "ABS", "CEIL", "FLOOR", "SIGN", "SUM", "AVG", "EXP", "LN", "LOG10", "SQRT", "POWER" ->
            decide(operand, number(operand), ParameterUse.FREE);
        case "STDDEV", "STDDEV_SAMP", "STDDEV_POP", "STD", "VARIANCE", "VAR_SAMP", "VAR_POP" ->
            decide(operand, number(operand), ParameterUse.FREE);
        case "COVAR_POP", "COVAR_SAMP", "CORR", "REGR_COUNT", "REGR_AVGX", "REGR_AVGY" ->
            decide(operand, number(operand), ParameterUse.FREE);
        case "REGR_SXX", "REGR_SYY", "REGR_SXY", "REGR_SLOPE", "REGR_INTERCEPT", "REGR_R2" ->
            decide(operand, number(operand), ParameterUse.FREE);
        default -> {
          RowFunction rows = RowFunctionTable.find(name);
          ScalarFunction function = rows == null ? FunctionTable.find(name) : rows.rows();
          SqlType type = function == null ? null : function.unknownArgument(i);
          if (function != null && function.isNumber(i)) {
            decide(operand, number(operand), ParameterUse.FREE);
          } else if (type != null) {
            decide(operand, RelTypes.relType(factory, type, true), ParameterUse.ARGUMENT);
          }
        }
      }
    }
  }

  /** Whether the argument is an integer, also when it is an expression of parameters. */
  private static boolean isCount(String name, int i) {
    return switch (name) {
      case "SUBSTRING", "LEFT", "RIGHT", "REPEAT" -> i > 0;
      case "LPAD", "RPAD" -> i == 1;
      case "POSITION", "OVERLAY" -> i > 1;
      default -> {
        ScalarFunction function = FunctionTable.find(name);
        SqlType type = function == null ? null : function.unknownArgument(i);
        yield type != null && (type.kind() == TypeKind.INTEGER || type.kind() == TypeKind.BIGINT);
      }
    };
  }

  /** Decides the argument of a text function: a text, or a number of characters. */
  private void argument(SqlNode operand, boolean isText) {
    if (isText) {
      decide(operand, text(), ParameterUse.ARGUMENT);
    } else {
      decide(operand, factory.createSqlType(SqlTypeName.INTEGER), ParameterUse.ASSIGNED);
    }
  }

  private RelDataType number(@Nullable SqlNode parameter) {
    RelDataType bound = parameter == null ? null : bound(parameter);
    return bound != null && SqlTypeUtil.isNumeric(bound)
        ? bound
        : RelTypes.relType(factory, SqlType.of(TypeKind.DOUBLE), true);
  }
}
