package io.mosql.sql.planner.validate;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.time.DateTimeUnit;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.AggregateFunctions;
import io.mosql.sql.planner.expression.IntervalMultiplyOperator;
import io.mosql.sql.planner.rewrite.CallRewrite;
import io.mosql.sql.planner.rewrite.IntervalRewrite;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.TimeString;
import org.jspecify.annotations.Nullable;

/**
 * Resolves operators and functions over intervals when the types of their operands are known: the
 * difference of times becomes a function, as do sums, averages and fields of intervals, and a date
 * plus an interval becomes a timestamp. An interval literal added to a date or time is unchanged.
 */
final class IntervalOperators {
  private static final SqlTypeName ZONED = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;

  private final SqlValidator validator;
  private final SqlValidatorScope scope;
  private final SqlBasicCall call;

  private IntervalOperators(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    this.validator = validator;
    this.scope = scope;
    this.call = call;
  }

  static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlNode node) {
    if (!(node instanceof SqlBasicCall call)) {
      return;
    }
    IntervalOperators operators = new IntervalOperators(validator, scope, call);
    int count = call.operandCount();
    switch (node.getKind()) {
      case PLUS, MINUS -> {
        if (count == 2) {
          operators.sum(node.getKind() == SqlKind.PLUS);
        }
      }
      case TIMES -> operators.product();
      case SUM, AVG -> {
        if (count == 1 && operators.isInterval(0)) {
          call.setOperator(
              aggregate(node.getKind() == SqlKind.SUM ? "INTERVAL_SUM" : "INTERVAL_AVG"));
        }
      }
      case EXTRACT -> operators.field();
      case CAST -> operators.cast();
      case CEIL, FLOOR -> operators.refuse();
      case OTHER_FUNCTION -> operators.function();
      default -> {}
    }
  }

  private @Nullable RelDataType type(int operand) {
    SqlNode node = call.operand(operand);
    return node.getKind() == SqlKind.ROW ? null : validator.deriveType(scope, node);
  }

  private boolean isInterval(int operand) {
    RelDataType type = operand < call.operandCount() ? type(operand) : null;
    return type != null && SqlTypeUtil.isInterval(type);
  }

  private void sum(boolean plus) {
    RelDataType left = type(0);
    RelDataType right = type(1);
    if (left == null || right == null) {
      return;
    }
    boolean moves = SqlTypeUtil.isInterval(left) || plus && SqlTypeUtil.isDatetime(left);
    boolean moved = SqlTypeUtil.isInterval(right) || plus && SqlTypeUtil.isDatetime(right);
    if (moves && call.operand(1) instanceof SqlCharStringLiteral text) {
      call.setOperand(1, IntervalRewrite.cast(text, text.getParserPosition()));
    } else if (moved && call.operand(0) instanceof SqlCharStringLiteral text) {
      call.setOperand(0, IntervalRewrite.cast(text, text.getParserPosition()));
    }
    combine(plus, Objects.requireNonNull(type(0)), Objects.requireNonNull(type(1)));
  }

  private void combine(boolean plus, RelDataType left, RelDataType right) {
    if (!plus && SqlTypeUtil.isInterval(left) && isTime(right)) {
      asValue(0);
      asInterval(1);
    } else if (SqlTypeUtil.isInterval(left) && SqlTypeUtil.isInterval(right)) {
      asValue(0);
      asValue(1);
    } else if (SqlTypeUtil.isDatetime(left) && SqlTypeUtil.isDatetime(right)) {
      boolean dates = isDate(left) && isDate(right);
      if (plus && isDate(left) && isTime(right)) {
        call.setOperator(function("DATE_PLUS_TIME"));
      } else if (plus && isTime(left) && isDate(right)) {
        SqlNode time = call.operand(0);
        call.setOperand(0, call.operand(1));
        call.setOperand(1, time);
        call.setOperator(function("DATE_PLUS_TIME"));
      } else if (isTime(right) && !isTime(left)) {
        asInterval(1);
        combine(plus, left, Objects.requireNonNull(type(1)));
      } else if (plus && isTime(left) && !isTime(right)) {
        asInterval(0);
        combine(true, Objects.requireNonNull(type(0)), right);
      } else if (!plus && !dates) {
        difference(left, right);
      }
    } else if (isDate(left) && SqlTypeUtil.isInterval(right)) {
      moveDate(0, 1);
    } else if (plus && SqlTypeUtil.isInterval(left) && isDate(right)) {
      moveDate(1, 0);
    }
  }

  /**
   * Casts a date to a timestamp, unless a literal of whole days, months or years is added to it.
   */
  private void moveDate(int date, int interval) {
    if (call.operand(interval) instanceof SqlIntervalLiteral literal
        && IntervalRewrite.isOfDays(literal)) {
      return;
    }
    asValue(interval);
    cast(date, SqlTypeName.TIMESTAMP);
  }

  /** Converts a time of day to the interval since midnight. */
  private void asInterval(int operand) {
    SqlNode time = call.operand(operand);
    call.setOperand(operand, sinceMidnight(time));
  }

  private static SqlNode sinceMidnight(SqlNode time) {
    SqlParserPos pos = time.getParserPosition();
    return function("TIME_BETWEEN")
        .createCall(pos, time, SqlLiteral.createTime(new TimeString(0, 0, 0), 0, pos));
  }

  private void asValue(int operand) {
    if (call.operand(operand) instanceof SqlIntervalLiteral literal) {
      call.setOperand(operand, IntervalRewrite.value(literal));
    }
  }

  /**
   * Casts both operands to TIMESTAMP WITH TIME ZONE if one is, else to timestamps; not times of
   * day.
   */
  private void difference(RelDataType left, RelDataType right) {
    boolean zoned = left.getSqlTypeName() == ZONED || right.getSqlTypeName() == ZONED;
    boolean times = isTime(left) || isTime(right);
    if (times && !(isTime(left) && isTime(right))) {
      return;
    }
    if (!times) {
      SqlTypeName common = zoned ? ZONED : SqlTypeName.TIMESTAMP;
      if (left.getSqlTypeName() != common) {
        cast(0, common);
      }
      if (right.getSqlTypeName() != common) {
        cast(1, common);
      }
    }
    call.setOperator(function("TIME_BETWEEN"));
  }

  private void cast(int operand, SqlTypeName type) {
    SqlNode value = call.operand(operand);
    SqlParserPos pos = value.getParserPosition();
    SqlDataTypeSpec spec = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, pos), pos);
    call.setOperand(operand, SqlStdOperatorTable.CAST.createCall(pos, value, spec));
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static boolean isTime(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIME;
  }

  /** Moves the interval of a product to the first operand. */
  private void product() {
    boolean first = isInterval(0);
    if (first == isInterval(1)) {
      return;
    }
    if (!first) {
      SqlNode factor = call.operand(0);
      call.setOperand(0, call.operand(1));
      call.setOperand(1, factor);
    }
    call.setOperator(IntervalMultiplyOperator.INSTANCE);
  }

  private void field() {
    if (isInterval(1) && call.operand(0) instanceof SqlIntervalQualifier unit) {
      call.setOperand(0, CallRewrite.unit(unit));
      call.setOperator(
          function(
              DateTimeUnit.hasFraction(unit.getUnit().name())
                  ? "EXACT_INTERVAL_FIELD"
                  : "EXTRACT_INTERVAL"));
    }
  }

  /** Rejects casts between numbers and intervals, which Calcite interprets as counts of a field. */
  private void cast() {
    if (!(call.operand(1) instanceof SqlDataTypeSpec spec)) {
      return;
    }
    RelDataType from = type(0);
    RelDataType to = spec.deriveType(validator);
    if (from != null && isTime(from) && SqlTypeUtil.isInterval(to)) {
      asInterval(0);
      return;
    }
    if (from == null || SqlTypeUtil.isInterval(from) == SqlTypeUtil.isInterval(to)) {
      return;
    }
    RelDataType other = SqlTypeUtil.isInterval(from) ? to : from;
    requireText(other, from, name(to));
  }

  /** Checks a cast to INTERVAL with fields. */
  private void requireInterval() {
    RelDataType from = call.operandCount() == 0 ? null : type(0);
    if (from != null && !SqlTypeUtil.isInterval(from)) {
      requireText(from, from, SqlType.INTERVAL);
    }
  }

  private void requireText(RelDataType other, RelDataType from, SqlType to) {
    if (!SqlTypeUtil.isCharacter(other) && other.getSqlTypeName() != SqlTypeName.NULL) {
      throw PlanErrors.at(
          SqlErrorMessage.CAST_OF_INTERVAL, call.getParserPosition(), name(from), to);
    }
  }

  private static SqlType name(RelDataType type) {
    return RelTypes.sqlType(type);
  }

  private void function() {
    switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "ABS" -> refuse();
      case "DATE_PART" -> {
        if (isInterval(1)) {
          call.setOperator(function("INTERVAL_PART"));
        }
      }
      case "DATE_TRUNC" -> {
        if (isInterval(1)) {
          call.setOperator(function("INTERVAL_TRUNC"));
        } else if (isZoned(1)) {
          asMoment();
        }
      }
      case "DATE_BIN" -> {
        if (isZoned(1) || isZoned(2)) {
          cast(1, ZONED);
          cast(2, ZONED);
          call.setOperator(function("MOMENT_BIN"));
        }
      }
      case "OVERLAPS" -> {
        lengthToEnd(1);
        lengthToEnd(3);
      }
      case "TO_CHAR" -> {
        if (isInterval(0)) {
          call.setOperator(function("INTERVAL_TO_CHAR"));
        }
      }
      case "INTERVAL_FIELDS" -> requireInterval();
      case "TIMEZONE" -> {
        RelDataType shown = type(1);
        if (shown != null && isDate(shown)) {
          // a date is the moment at which it begins in the session's zone
          cast(1, ZONED);
        }
      }
      case "TIMESTAMPADD" -> {
        if (isInterval(2)) {
          call.setOperator(function("INTERVAL_STEP"));
        } else {
          requireMoment(2);
        }
      }
      case "ADDDATE" -> {
        if (isInterval(1)) {
          moveText();
        }
      }
      default -> {}
    }
  }

  private boolean isZoned(int operand) {
    RelDataType type = operand < call.operandCount() ? type(operand) : null;
    return type != null && type.getSqlTypeName() == ZONED;
  }

  /**
   * Converts local time of the session's zone to a TIMESTAMP WITH TIME ZONE, by a function that
   * replaces a cast.
   */
  private void asMoment() {
    SqlParserPos pos = call.getParserPosition();
    cast(1, SqlTypeName.TIMESTAMP);
    SqlNode local = call.getOperator().createCall(pos, call.operand(0), call.operand(1));
    call.setOperator(SqlStdOperatorTable.CAST);
    call.setOperand(0, local);
    call.setOperand(
        1,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(ZONED, RelDataType.PRECISION_NOT_SPECIFIED, pos), pos));
  }

  /** Replaces the length of a range by its end. */
  private void lengthToEnd(int end) {
    if (isInterval(end)) {
      SqlNode length = call.operand(end);
      RelDataType from = type(end - 1);
      if (from != null && SqlTypeUtil.isCharacter(from)) {
        cast(end - 1, SqlTypeName.TIMESTAMP);
      }
      SqlNode start = SyntaxTreeRewrite.copy(call.operand(end - 1));
      call.setOperand(
          end, SqlStdOperatorTable.PLUS.createCall(length.getParserPosition(), start, length));
    }
  }

  private void requireMoment(int operand) {
    RelDataType moved = operand < call.operandCount() ? type(operand) : null;
    if (moved != null && SqlTypeUtil.isNumeric(moved)) {
      throw PlanErrors.at(
          SqlErrorMessage.INTERVAL_NOT_ADDABLE, call.getParserPosition(), name(moved));
    }
  }

  /** Casts a text to the date or time type that an interval is added to. */
  private void moveText() {
    RelDataType moment = type(0);
    if (moment != null && SqlTypeUtil.isCharacter(moment)) {
      cast(0, SqlTypeName.TIMESTAMP);
    }
    call.setOperator(SqlStdOperatorTable.PLUS);
    sum(true);
  }

  /** Rejects an interval where Calcite would interpret it as a number. */
  private void refuse() {
    if (isInterval(0)) {
      throw PlanErrors.at(
          SqlErrorMessage.OPERATOR_NOT_FOR_INTERVAL,
          call.getParserPosition(),
          call.getOperator().getName());
    }
  }

  private static SqlOperator function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }

  private static SqlOperator aggregate(String name) {
    return Objects.requireNonNull(AggregateFunctions.find(name), name);
  }
}
