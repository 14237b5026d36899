package io.mosql.sql.planner.expression;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Numerics;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.error.SqlErrorMessage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * A builder of row expressions with VARCHAR text literals: with CHAR, Calcite's own type, they
 * would lose trailing blanks or be padded in a CASE. Comparisons of texts with a collation follow
 * {@link CollationRules}.
 */
public final class MosqlRexBuilder extends RexBuilder {
  private static final Pattern PRESENT =
      Pattern.compile("\\b(now|today|tomorrow|yesterday)\\b", Pattern.CASE_INSENSITIVE);

  private final Interrupts cancellation;

  public MosqlRexBuilder(RelDataTypeFactory factory, Interrupts cancellation) {
    super(factory);
    this.cancellation = cancellation;
  }

  @Override
  public RexNode makeCall(
      SqlParserPos pos, RelDataType returnType, SqlOperator op, List<RexNode> exprs) {
    cancellation.step();
    if (op.getKind() == SqlKind.CASE) {
      return choice(pos, returnType, op, exprs);
    }
    return super.makeCall(
        pos,
        CollationRules.result(typeFactory, op, returnType),
        CollationRules.operator(op, exprs),
        CollationRules.operands(this, op, exprs));
  }

  @Override
  public RexNode makeCall(SqlParserPos pos, SqlOperator op, List<? extends RexNode> exprs) {
    cancellation.step();
    if (op.getKind() == SqlKind.CASE) {
      return choice(pos, deriveReturnType(op, exprs), op, exprs);
    }
    return super.makeCall(
        pos, CollationRules.operator(op, exprs), CollationRules.operands(this, op, exprs));
  }

  private RexNode choice(
      SqlParserPos pos, RelDataType returnType, SqlOperator op, List<? extends RexNode> exprs) {
    List<RexNode> live = CaseBranchPruner.liveBranches(exprs);
    if (live.size() > 1) {
      return super.makeCall(
          pos,
          CollationRules.result(typeFactory, op, returnType),
          CollationRules.operator(op, live),
          CollationRules.operands(this, op, live));
    }
    RexNode value = live.get(0);
    return value.getType().equals(returnType)
        ? value
        : makeCast(pos, returnType, value, true, false);
  }

  @Override
  public RelDataType deriveReturnType(SqlOperator op, List<? extends RexNode> exprs) {
    return CollationRules.result(typeFactory, op, super.deriveReturnType(op, exprs));
  }

  @Override
  public RexLiteral makeCharLiteral(NlsString str) {
    cancellation.step();
    NlsString plain = new NlsString(str.getValue(), null, null);
    return makeLiteral(
        plain, MosqlTypeFactory.textLiteralType(typeFactory, str.getValue()), SqlTypeName.CHAR);
  }

  /** Builds a cast; Calcite's interval casts confuse the units of different interval types. */
  @Override
  public RexNode makeCast(
      SqlParserPos pos,
      RelDataType type,
      RexNode exp,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    cancellation.step();
    RexNode present = present(pos, type, exp);
    if (present != null) {
      return makeCast(pos, type, present, matchNullability, safe, format);
    }
    boolean isNull = exp instanceof RexLiteral literal && literal.isNull();
    // Calcite also treats trailing blanks of a CHAR as significant
    boolean padded = type.getSqlTypeName() == SqlTypeName.CHAR;
    boolean json =
        JsonbType.is(type) != JsonbType.is(exp.getType())
            || ArrayType.is(type)
            || ArrayType.is(exp.getType());
    return (IntervalType.is(type) || json || padded) && !isNull
        ? makeAbstractCast(pos, type, exp, safe, format)
        : super.makeCast(pos, type, exp, matchNullability, safe, format);
  }

  /**
   * Returns the timestamp of a literal relative to the current time, such as {@code DATE
   * 'tomorrow'}, as an expression that is evaluated at each execution; null for other literals.
   */
  public @Nullable RexNode present(SqlParserPos pos, RelDataType type, RexNode exp) {
    boolean dated =
        switch (type.getSqlTypeName()) {
          case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
          default -> false;
        };
    if (!dated
        || !(exp instanceof RexLiteral literal)
        || !(literal.getValue() instanceof NlsString text)
        || !PRESENT.matcher(text.getValue()).find()) {
      return null;
    }
    SqlOperator read = Objects.requireNonNull(MosqlOperatorTable.find("TIMESTAMP_OF_TEXT"));
    return makeCall(pos, read, List.of(exp, makeCall(pos, MosqlOperatorTable.NOW, List.of())));
  }

  @Override
  public RexLiteral makeExactLiteral(BigDecimal value, RelDataType type) {
    cancellation.step();
    if (NumericType.is(type) && value.scale() == type.getScale()) {
      // a literal of VALUES, which Calcite has rescaled to the scale of its type
      return super.makeExactLiteral(Numerics.fit(value.stripTrailingZeros()), type);
    }
    if (value.scale() > SqlType.MAX_DECIMAL_PRECISION) {
      // a literal that the validator does not check, such as that of a LIMIT
      throw SqlErrorMessage.NUMERIC_LITERAL_OUT_OF_RANGE.error(value);
    }
    return super.makeExactLiteral(value, type);
  }

  /** Keeps the scale of a NUMERIC literal. */
  @SuppressWarnings("rawtypes") // as the method that is overridden
  @Override
  protected RexLiteral makeLiteral(@Nullable Comparable o, RelDataType type, SqlTypeName typeName) {
    if (o instanceof BigDecimal number && NumericType.is(type)) {
      BigDecimal fitted = Numerics.fit(number);
      return super.makeLiteral(
          fitted, NumericType.ofLiteral(typeFactory, fitted.scale()), typeName);
    }
    return super.makeLiteral(o, type, typeName);
  }

  @Override
  public RexLiteral makeLiteral(String text) {
    return makeCharLiteral(new NlsString(text, null, null));
  }
}
