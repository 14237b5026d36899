package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.library.DeclaredDigits;
import io.mosql.sql.function.time.DateTimeUnit;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.AtTimeZoneFunction;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.OperatorFunctions;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlPosixRegexOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites function calls that are synonyms of other expressions. Conditional functions become
 * CASE, so that parameters get types and only the selected branch is evaluated; date arithmetic
 * gets its unit as a text. Pure.
 */
public final class CallRewrite {
  private static final Map<String, Integer> STEPS =
      Map.of("DATE_ADD", 1, "ADDDATE", 1, "DATE_SUB", -1, "SUBDATE", -1);

  /** Type names that are cast functions when they are called. */
  private static final Map<String, SqlTypeName> TYPES =
      Map.ofEntries(
          Map.entry("BOOL", SqlTypeName.BOOLEAN),
          Map.entry("INT2", SqlTypeName.SMALLINT),
          Map.entry("INT4", SqlTypeName.INTEGER),
          Map.entry("INT8", SqlTypeName.BIGINT),
          Map.entry("NUMERIC", SqlTypeName.DECIMAL),
          Map.entry("FLOAT4", SqlTypeName.REAL),
          Map.entry("FLOAT8", SqlTypeName.DOUBLE),
          Map.entry("TEXT", SqlTypeName.VARCHAR),
          Map.entry("BYTEA", SqlTypeName.VARBINARY),
          Map.entry("TIMESTAMPTZ", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE));

  /** Functions with one or more arguments. */
  private static final Set<String> CHOICES = Set.of("COALESCE", "GREATEST", "LEAST");

  private static final List<String> INTERVAL_PARTS =
      List.of("years", "months", "weeks", "days", "hours", "mins", "secs");

  private static final int MAX_DIGITS = 9;

  /** Scale of a number that is formatted by a pattern not known at planning time. */
  private static final int FREE_SCALE = 15;

  private static final Pattern COUNT = Pattern.compile("\\s*[-+]?\\d+\\s*");

  private CallRewrite() {}

  static SqlNode rewrite(SqlCall call) {
    if (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS) {
      return call.operandCount() == 2 ? added(call) : call;
    }
    SqlNode operated = OperatorFunctions.rewrite(call);
    if (operated != call) {
      return operated;
    }
    if (call.getOperator() instanceof SqlPosixRegexOperator) {
      return matched(call);
    }
    if (!(call.getOperator() instanceof SqlFunction)) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (hasNames(call) && !name.equals("MAKE_INTERVAL")) {
      throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED, pos, "arguments by name of " + name);
    }
    if (call.getOperandList().isEmpty() && CHOICES.contains(name)) {
      throw PlanErrors.at(SqlErrorMessage.ARGUMENTS_MISSING, pos, name);
    }
    SqlNode rewritten = named(name, call);
    if (rewritten != call && call.getFunctionQuantifier() != null) {
      throw PlanErrors.at(SqlErrorMessage.DISTINCT_NOT_ALLOWED, pos, name);
    }
    return rewritten;
  }

  /** An output; a row of values becomes a text, as PostgreSQL writes it. */
  static SqlNode rowText(SqlNode output) {
    if (output.getKind() == SqlKind.AS) {
      SqlCall named = (SqlCall) output;
      if (named.operand(0).getKind() == SqlKind.ROW) {
        named.setOperand(0, rowText(named.operand(0)));
      }
      return named;
    }
    if (output.getKind() != SqlKind.ROW) {
      return output;
    }
    SqlCall row = (SqlCall) output;
    return function("ROW_TEXT")
        .createCall(
            row.getParserPosition(),
            row.getOperandList().stream().map(CallRewrite::rowText).toList());
  }

  private static SqlNode named(String name, SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    SqlParserPos pos = call.getParserPosition();
    int count = operands.size();
    return switch (name) {
      // for texts and for bytes
      case "SUBSTR", "MID" ->
          count == 2 || count == 3 ? SqlStdOperatorTable.SUBSTRING.createCall(pos, operands) : call;
      case "IF" -> count == 3 ? choice(pos, operands) : call;
      case "NVL2" ->
          count == 3
              ? choice(
                  pos,
                  List.of(
                      SqlStdOperatorTable.IS_NOT_NULL.createCall(pos, operands.get(0)),
                      operands.get(1),
                      operands.get(2)))
              : call;
      case "COALESCE" -> count > 1 && SyntaxTreeRewrite.containsQuery(call) ? coalesce(call) : call;
      case "NULLIF" -> count == 2 && SyntaxTreeRewrite.containsQuery(call) ? nullIf(call) : call;
      case "ISNULL" -> count == 1 ? SqlStdOperatorTable.IS_NULL.createCall(pos, operands) : call;
      case "DECODE" -> count > 2 ? decode(pos, operands) : call;
      case "TIMESTAMPADD", "TIMESTAMPDIFF" -> timed(name, call);
      case "DATE_ADD", "ADDDATE", "DATE_SUB", "SUBDATE" ->
          count == 2 ? dateAdd(call, Objects.requireNonNull(STEPS.get(name))) : call;
      case "DATE_TRUNC" -> timed(name, call);
      case "TO_TIMESTAMP" ->
          count == 1
              ? function("MOMENT_OF_SECONDS").createCall(pos, operands)
              : count == 2
                  ? moment(function("TIMESTAMP_OF_PATTERN").createCall(pos, operands))
                  : call;
      case "TO_NUMBER" ->
          count == 2
              ? number(function("NUMBER_OF_PATTERN").createCall(pos, operands), operands.get(1))
              : call;
      case "ENCODE" ->
          // a string literal is converted to bytes
          count == 2 && operands.get(0) instanceof SqlCharStringLiteral
              ? call.getOperator().createCall(pos, bytes(operands.get(0)), operands.get(1))
              : call;
      case "MAKE_TIMESTAMPTZ" -> makeTimestamptz(call);
      case "SUBSTRING" ->
          count == 2 && operands.get(1) instanceof SqlCharStringLiteral
              ? function("REGEXP_PART").createCall(pos, operands)
              : call;
      case "MAKE_INTERVAL" -> makeInterval(call);
      case "NORMALIZE" -> count == 2 ? OperatorFunctions.normalized(call) : call;
      case "AGE" -> count == 1 ? age(pos, operands.get(0)) : call;
      default -> {
        SqlTypeName type = count == 1 ? TYPES.get(name) : null;
        yield type == null ? call : cast(operands.get(0), type);
      }
    };
  }

  private static SqlNode added(SqlCall call) {
    boolean plus = call.getKind() == SqlKind.PLUS;
    if (plus && isInterval(call.operand(0))) {
      SqlNode moment = call.operand(1);
      SqlNode step = call.operand(0);
      return dateAdd(
          SqlStdOperatorTable.PLUS.createCall(call.getParserPosition(), moment, step), 1);
    }
    return isInterval(call.operand(1)) ? dateAdd(call, plus ? 1 : -1) : call;
  }

  /** Whether the expression is an interval that Calcite does not support in arithmetic. */
  private static boolean isInterval(SqlNode node) {
    return node.getKind() == SqlKind.INTERVAL || isMixed(node);
  }

  /** Whether the expression is a call with months, days and time of an interval as operands. */
  private static boolean isMixed(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase(MosqlOperatorTable.INTERVAL.getName())
        && !call.getOperandList().isEmpty()
        && call.getOperandList().stream().allMatch(SqlIntervalLiteral.class::isInstance);
  }

  /**
   * Rewrites OVERLAPS of two ranges into a function of their ends; an interval is a range's length.
   */
  static SqlNode overlaps(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> ends = new ArrayList<>();
    for (SqlNode side : call.getOperandList()) {
      if (side.getKind() != SqlKind.ROW || ((SqlCall) side).operandCount() != 2) {
        return call;
      }
      SqlNode start = ((SqlCall) side).operand(0);
      SqlNode end = ((SqlCall) side).operand(1);
      ends.add(start);
      ends.add(
          isIntervalTyped(end)
              ? dateAdd(
                  SqlStdOperatorTable.PLUS.createCall(pos, SyntaxTreeRewrite.copy(start), end), 1)
              : end);
    }
    return function("OVERLAPS").createCall(pos, ends);
  }

  private static boolean isIntervalTyped(SqlNode node) {
    return isInterval(node)
        || node instanceof SqlIntervalLiteral
        || ResolvedTypeSpec.ofCast(node, TypeKind.INTERVAL) != null;
  }

  /** Rounds the result of a cast to the digits of a second of its type, as TIMESTAMP(3) has. */
  static SqlCall rounded(SqlCall cast) {
    SqlType type = ResolvedTypeSpec.typeOf(cast.operand(1));
    if (type == null || !DeclaredDigits.has(type)) {
      return cast;
    }
    SqlParserPos pos = cast.getParserPosition();
    SqlDataTypeSpec plain = ResolvedTypeSpec.at(pos, type.withoutDigits());
    return rounded(SqlStdOperatorTable.CAST.createCall(pos, cast.operand(0), plain), type);
  }

  /** Rounds a value to the digits of a second, or truncates it to the fields, of a type. */
  static SqlCall rounded(SqlNode value, SqlType type) {
    SqlParserPos pos = value.getParserPosition();
    SqlType item = type.element() == null ? type : type.element();
    return function(DeclaredDigits.FUNCTION)
        .createCall(
            pos,
            value,
            SqlLiteral.createExactNumeric(Integer.toString(item.precision()), pos),
            SqlLiteral.createExactNumeric(Integer.toString(item.scale()), pos));
  }

  /** Converts local time of the session's zone to a TIMESTAMP WITH TIME ZONE. */
  private static SqlNode moment(SqlNode local) {
    return cast(local, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  private static SqlNode cast(SqlNode value, SqlTypeName type) {
    SqlParserPos pos = value.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        value,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(type, RelDataType.PRECISION_NOT_SPECIFIED, pos), pos));
  }

  /** Casts a number to the scale of the pattern, if the pattern is known. */
  private static SqlNode number(SqlNode number, SqlNode pattern) {
    SqlParserPos pos = number.getParserPosition();
    int scale =
        pattern instanceof SqlCharStringLiteral literal
            ? FunctionTable.fraction(String.valueOf(literal.getValueAs(String.class)))
            : FREE_SCALE;
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        number,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(
                SqlTypeName.DECIMAL, SqlType.MAX_DECIMAL_PRECISION, scale, pos),
            pos));
  }

  private static SqlNode bytes(SqlNode text) {
    return cast(text, SqlTypeName.VARBINARY);
  }

  /**
   * Rewrites make_timestamptz of date and time fields, in the session's zone or in the last
   * argument's.
   */
  private static SqlNode makeTimestamptz(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> operands = call.getOperandList();
    if (operands.size() < 6 || operands.size() > 7) {
      return call;
    }
    SqlNode local = function("MAKE_TIMESTAMP").createCall(pos, operands.subList(0, 6));
    return operands.size() == 6
        ? moment(local)
        : AtTimeZoneFunction.INSTANCE.createCall(pos, operands.get(6), local);
  }

  private static SqlNode choice(SqlParserPos pos, List<SqlNode> operands) {
    return SqlCase.createSwitched(
        pos,
        null,
        SqlNodeList.of(operands.get(0)),
        SqlNodeList.of(operands.get(1)),
        operands.get(2));
  }

  /**
   * Rewrites COALESCE with sub-queries into a CASE. Calcite's own rewrite makes shallow copies that
   * share sub-trees, so columns of one copy are resolved in the scope of the other.
   */
  private static SqlNode coalesce(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNodeList whens = new SqlNodeList(pos);
    SqlNodeList thens = new SqlNodeList(pos);
    List<SqlNode> operands = call.getOperandList();
    for (SqlNode operand : Util.skipLast(operands)) {
      whens.add(SqlStdOperatorTable.IS_NOT_NULL.createCall(pos, operand));
      thens.add(SqlInternalOperators.CAST_NOT_NULL.createCall(pos, operand));
    }
    return SqlCase.createSwitched(pos, null, whens, thens, Util.last(operands));
  }

  /** Rewrites NULLIF with sub-queries, for the same reason. */
  private static SqlNode nullIf(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode value = call.operand(0);
    return SqlCase.createSwitched(
        pos,
        value,
        SqlNodeList.of(call.operand(1)),
        SqlNodeList.of(SqlLiteral.createNull(pos)),
        value);
  }

  /** Rewrites DECODE(value, search, result, .., default), in which NULL matches NULL. */
  private static SqlNode decode(SqlParserPos pos, List<SqlNode> operands) {
    List<SqlNode> whens = new ArrayList<>();
    List<SqlNode> thens = new ArrayList<>();
    int i = 1;
    for (; i + 1 < operands.size(); i += 2) {
      SqlNode search = operands.get(i);
      whens.add(
          SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.createCall(
              pos, SyntaxTreeRewrite.copy(operands.get(0)), search));
      thens.add(operands.get(i + 1));
    }
    SqlNode rest = i < operands.size() ? operands.get(i) : SqlLiteral.createNull(pos);
    return SqlCase.createSwitched(
        pos, null, new SqlNodeList(whens, pos), new SqlNodeList(thens, pos), rest);
  }

  /** Converts the unit of the call, which the parser reads as an interval qualifier, to a text. */
  private static SqlNode timed(String name, SqlCall call) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof SqlIntervalQualifier unit) {
        operands.set(i, unit(unit));
      }
    }
    return function(name).createCall(call.getParserPosition(), operands);
  }

  /** Replaces a plural or an abbreviation, which are names of time frames for the parser. */
  static SqlNode extract(SqlCall call) {
    if (!(call.operand(0) instanceof SqlIntervalQualifier field) || field.timeFrameName == null) {
      return call;
    }
    DateTimeUnit unit = DateTimeUnit.find(field.timeFrameName);
    if (unit == null) {
      return call;
    }
    SqlParserPos pos = field.getParserPosition();
    return call.getOperator()
        .createCall(
            call.getParserPosition(),
            new SqlIntervalQualifier(TimeUnit.valueOf(unit.name()), null, pos),
            call.operand(1));
  }

  public static SqlNode unit(SqlIntervalQualifier unit) {
    TimeUnit start = unit.timeUnitRange.startUnit;
    String name = unit.timeFrameName != null ? unit.timeFrameName : start.name();
    return SqlLiteral.createCharString(name, unit.getParserPosition());
  }

  /** Removes the third operand of Calcite's operator, which repeats its name. */
  private static SqlNode matched(SqlCall call) {
    String name = call.getOperator().getName();
    return Objects.requireNonNull(MosqlOperatorTable.find(name), name)
        .createCall(call.getParserPosition(), call.getOperandList().subList(0, 2));
  }

  private static boolean hasNames(SqlCall call) {
    return call.getOperandList().stream()
        .anyMatch(node -> node != null && node.getKind() == SqlKind.ARGUMENT_ASSIGNMENT);
  }

  /** Puts named arguments into their positions; omitted arguments are zero. */
  private static SqlNode makeInterval(SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    if (!hasNames(call)) {
      return call;
    }
    List<SqlNode> placed = new ArrayList<>(Collections.nCopies(INTERVAL_PARTS.size(), null));
    for (int i = 0; i < operands.size(); i++) {
      boolean named = operands.get(i).getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
      SqlNode value = named ? ((SqlCall) operands.get(i)).operand(0) : operands.get(i);
      int place =
          named ? INTERVAL_PARTS.indexOf(((SqlCall) operands.get(i)).operand(1).toString()) : i;
      if (place < 0 || place >= placed.size() || placed.get(place) != null) {
        throw PlanErrors.at(
            SqlErrorMessage.ARGUMENT_NAME_NOT_USABLE,
            operands.get(i).getParserPosition(),
            "make_interval");
      }
      placed.set(place, value);
    }
    SqlParserPos pos = call.getParserPosition();
    placed.replaceAll(node -> node == null ? SqlLiteral.createExactNumeric("0", pos) : node);
    return function("MAKE_INTERVAL").createCall(pos, placed);
  }

  /** Returns the age relative to the start of the current day. */
  private static SqlNode age(SqlParserPos pos, SqlNode moment) {
    SqlNode today = SqlStdOperatorTable.CURRENT_DATE.createCall(pos);
    return function("AGE").createCall(pos, today, moment);
  }

  private static SqlOperator function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }

  /**
   * Rewrites the addition of a number of days or an interval to a date or timestamp. MySQL's
   * intervals with a literal number become literals of the standard; other numbers are evaluated
   * for each row. Whether any other expression is a number or an interval is resolved later ({@code
   * IntervalOperators}).
   */
  private static SqlNode dateAdd(SqlCall call, int sign) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode first = call.operand(0);
    SqlNode moment = isInterval(first) ? IntervalRewrite.value(first) : first;
    SqlNode step = call.operand(1);
    SqlOperator operator = sign > 0 ? SqlStdOperatorTable.PLUS : SqlStdOperatorTable.MINUS;
    if (isMixed(step)) {
      SqlNode moved = moment;
      for (SqlNode part : ((SqlCall) step).getOperandList()) {
        moved = operator.createCall(pos, moved, part);
      }
      return moved;
    }
    if (step.getKind() == SqlKind.INTERVAL) {
      SqlNode count = ((SqlCall) step).operand(0);
      SqlIntervalQualifier unit = ((SqlCall) step).operand(1);
      SqlNode literal = isText(moment) ? null : literal(count, unit);
      if (literal == null) {
        return step(pos, unit(unit), count, moment, sign);
      }
      step = literal;
    } else if (!(step instanceof SqlIntervalLiteral)) {
      SqlNode length =
          step instanceof SqlCharStringLiteral text && !isCount(text)
              ? IntervalRewrite.cast(text, text.getParserPosition())
              : step;
      SqlNode signed = sign > 0 ? length : SqlStdOperatorTable.UNARY_MINUS.createCall(pos, length);
      return function("ADDDATE").createCall(pos, moment, signed);
    }
    return operator.createCall(pos, moment, step);
  }

  /** Whether a text is a number of days rather than an interval. */
  private static boolean isCount(SqlCharStringLiteral text) {
    return COUNT.matcher(Objects.requireNonNull(text.getValueAs(String.class))).matches();
  }

  private static boolean isText(SqlNode node) {
    return node instanceof SqlCharStringLiteral || node instanceof SqlDynamicParam;
  }

  /** Returns a literal of the standard, or null where a computation is necessary. */
  private static @Nullable SqlNode literal(SqlNode count, SqlIntervalQualifier unit) {
    if (!(count instanceof SqlNumericLiteral number)
        || !number.isInteger()
        || unit.timeFrameName != null
        || number.toValue().length() > MAX_DIGITS) {
      return null;
    }
    return switch (unit.timeUnitRange.startUnit) {
      case YEAR, MONTH, DAY, HOUR, MINUTE, SECOND ->
          SqlLiteral.createInterval(
              1,
              number.toValue(),
              new SqlIntervalQualifier(
                  unit.timeUnitRange.startUnit, MAX_DIGITS, null, -1, count.getParserPosition()),
              count.getParserPosition());
      default -> null;
    };
  }

  private static SqlNode step(
      SqlParserPos pos, SqlNode unit, SqlNode count, SqlNode moment, int sign) {
    SqlNode signed = sign > 0 ? count : SqlStdOperatorTable.UNARY_MINUS.createCall(pos, count);
    return function("TIMESTAMPADD").createCall(pos, unit, signed, moment);
  }
}
