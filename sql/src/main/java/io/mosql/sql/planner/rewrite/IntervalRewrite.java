package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites interval literals into casts of their text where they are used as values. Literals that
 * may be added to a date keep Calcite's form; they are recorded when the surrounding call is
 * visited. One per statement.
 */
public final class IntervalRewrite {
  private static final Set<String> MOVING = Set.of("DATE_ADD", "ADDDATE", "DATE_SUB", "SUBDATE");

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final Set<SqlNode> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Records the operands of a call that keep their form, before they are rewritten. */
  void enter(SqlCall call) {
    String name =
        call.getOperator() instanceof SqlFunction function
            ? function.getName().toUpperCase(Locale.ROOT)
            : "";
    boolean moves =
        MOVING.contains(name)
            || (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS)
                && call.operandCount() == 2;
    boolean keeps = moves || name.equals(GenerateSeriesFunction.NAME) || isParts(call);
    for (SqlNode operand : call.getOperandList()) {
      if (keeps && operand instanceof SqlIntervalLiteral literal && digits(literal) < 0
          || moves && operand instanceof SqlCall inner && isParts(inner)) {
        kept.add(operand);
      }
    }
    if (moves && call.operandCount() > 0) {
      keepStep(call);
    }
  }

  /** Keeps {@code INTERVAL n unit} that is added to a date or timestamp for {@link CallRewrite}. */
  private void keepStep(SqlCall call) {
    int last = call.operandCount() - 1;
    if (call.operand(last).getKind() == SqlKind.INTERVAL) {
      kept.add(call.operand(last));
    } else if (call.getKind() == SqlKind.PLUS && call.operand(0).getKind() == SqlKind.INTERVAL) {
      kept.add(call.operand(0));
    }
  }

  /** Returns the rewritten literal. */
  SqlNode literal(SqlLiteral literal) {
    return literal instanceof SqlIntervalLiteral interval && !kept.contains(interval)
        ? literalValue(interval)
        : literal;
  }

  /**
   * Returns the rewritten form of a cast to INTERVAL with fields, or of an interval that is not a
   * literal or has several parts.
   *
   * @param before the call before its operands were rewritten
   */
  SqlNode call(SqlCall before, SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlType type = ResolvedTypeSpec.ofCast(call, TypeKind.INTERVAL);
    if (type != null && !type.equals(SqlType.INTERVAL)) {
      return inFields(call.operand(0), type, pos);
    }
    if (isOffset(call) && call.operand(0) instanceof SqlCharStringLiteral text) {
      // Calcite would otherwise interpret the text as a number
      return call.getOperator().createCall(pos, cast(text, text.getParserPosition()));
    }
    if (kept.contains(before)) {
      return call;
    }
    return value(call);
  }

  /** Returns an interval in any form as a value; returns other expressions unchanged. */
  public static SqlNode value(SqlNode node) {
    SqlParserPos pos = node.getParserPosition();
    if (node instanceof SqlIntervalLiteral literal) {
      return literalValue(literal);
    }
    if (!(node instanceof SqlCall call)) {
      return node;
    }
    if (call.getKind() == SqlKind.INTERVAL) {
      return product(call.operand(0), call.operand(1), pos);
    }
    if (!isNamed(call)) {
      return call;
    }
    List<SqlNode> parts = call.getOperandList();
    if (parts.size() == 1 && parts.get(0) instanceof SqlCharStringLiteral text) {
      return cast(text, pos);
    }
    Interval sum = Interval.ZERO;
    for (SqlNode part : parts) {
      Interval one = part instanceof SqlIntervalLiteral literal ? interval(literal) : null;
      if (one == null) {
        return call;
      }
      sum = sum.plus(one);
    }
    return cast(SqlLiteral.createCharString(sum.toString(), pos), pos);
  }

  /** Rewrites {@code INTERVAL n unit} into n times the unit. */
  private static SqlNode product(SqlNode count, SqlIntervalQualifier unit, SqlParserPos pos) {
    SqlNode one = literalValue(SqlLiteral.createInterval(1, "1", unit, pos));
    if (one instanceof SqlIntervalLiteral) {
      throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED, pos, "a number of " + unit);
    }
    return SqlStdOperatorTable.MULTIPLY.createCall(pos, one, count);
  }

  /** Truncates a value to the fields of a type. */
  private static SqlNode inFields(SqlNode value, SqlType type, SqlParserPos pos) {
    return Objects.requireNonNull(FunctionTable.find("INTERVAL_FIELDS"))
        .createCall(
            pos,
            value,
            SqlLiteral.createCharString(IntervalFields.of(type).sql(), pos),
            SqlLiteral.createExactNumeric(Integer.toString(type.precision()), pos));
  }

  /** Whether the call is the offset of a window frame. */
  private static boolean isOffset(SqlCall call) {
    return call.getKind() == SqlKind.PRECEDING || call.getKind() == SqlKind.FOLLOWING;
  }

  private static boolean isNamed(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase(MosqlOperatorTable.INTERVAL.getName());
  }

  private static boolean isParts(SqlCall call) {
    return isNamed(call)
        && call.getOperandList().stream().allMatch(SqlIntervalLiteral.class::isInstance);
  }

  /**
   * Returns a literal as a value; unchanged where its text is invalid, which the validator reports.
   */
  static SqlNode literalValue(SqlIntervalLiteral literal) {
    Interval interval = interval(literal);
    SqlParserPos pos = literal.getParserPosition();
    return interval == null
        ? literal
        : cast(SqlLiteral.createCharString(interval.toString(), pos), pos);
  }

  /** Whether a date plus the literal is a date: it has whole days, months or years. */
  public static boolean isOfDays(SqlIntervalLiteral literal) {
    Interval interval = interval(literal);
    return interval == null || interval.micros() % MICROS_PER_DAY == 0;
  }

  /** Returns a cast of a text to INTERVAL. */
  public static SqlNode cast(SqlNode text, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos, text, ResolvedTypeSpec.at(pos, SqlType.INTERVAL));
  }

  /** Truncates an interval to the last of its fields. */
  private static Interval cut(Interval interval, SqlIntervalQualifier qualifier) {
    TimeUnit first = qualifier.getStartUnit();
    TimeUnit last = qualifier.getEndUnit();
    String sql = last == null || last == first ? first.name() : first.name() + " TO " + last.name();
    IntervalFields fields = IntervalFields.ofSql(sql);
    int alone = digits(qualifier);
    int digits = alone >= 0 ? alone : qualifier.getFractionalSecondPrecisionPreservingDefault();
    return fields == null
        ? interval
        : fields.fit(
            interval,
            digits == RelDataType.PRECISION_NOT_SPECIFIED
                ? IntervalFields.MAX_DIGITS
                : Math.min(digits, IntervalFields.MAX_DIGITS));
  }

  private static int digits(SqlIntervalLiteral literal) {
    return digits(
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class).getIntervalQualifier());
  }

  /**
   * Returns the fractional digits of {@code SECOND(n)}, as in PostgreSQL; Calcite interprets n as
   * the number of leading digits, as in the standard. Returns -1 for other fields.
   */
  private static int digits(SqlIntervalQualifier fields) {
    boolean seconds =
        fields.getStartUnit() == TimeUnit.SECOND
            && fields.getFractionalSecondPrecisionPreservingDefault()
                == RelDataType.PRECISION_NOT_SPECIFIED;
    return seconds ? fields.getStartPrecisionPreservingDefault() : -1;
  }

  private static @Nullable Interval interval(SqlIntervalLiteral literal) {
    SqlIntervalLiteral.IntervalValue value =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    SqlIntervalQualifier fields = value.getIntervalQualifier();
    if (fields.timeFrameName != null) {
      return null;
    }
    TimeUnit last = fields.getEndUnit() == null ? fields.getStartUnit() : fields.getEndUnit();
    try {
      Interval interval =
          Interval.parseStandard(
              value.getIntervalLiteral(), last.name(), fields.getStartUnit() == TimeUnit.MINUTE);
      return cut(value.getSign() < 0 ? interval.negated() : interval, fields);
    } catch (MosqlException e) {
      return null;
    }
  }
}
