package io.mosql.sql.planner;

import io.mosql.core.type.SqlType;
import io.mosql.sql.plan.JsonbType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Casts to DECIMAL without a precision, {@code x::numeric}: the scale is that of what is cast, as
 * PostgreSQL keeps the digits of each value. Of a REAL, a DOUBLE, JSONB and a text that is not
 * known yet it has room for the digits that a DOUBLE has. Pure but for the types that are written
 * into casts.
 */
final class NumericCasts {
  /** Digits after the point where the operand does not tell them. */
  private static final int SCALE = 15;

  private static final Pattern NUMBER = Pattern.compile("\\s*[-+]?\\d*(?:\\.(\\d*))?\\s*");

  private NumericCasts() {}

  /** Writes the precision and scale into a cast that has none. */
  static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlNode node) {
    if (node.getKind() != SqlKind.CAST
        || !(((SqlCall) node).operand(1) instanceof SqlDataTypeSpec spec)
        || !(spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec named)
        || !named.getTypeName().getSimple().equals(SqlTypeName.DECIMAL.getName())
        || named.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED) {
      return;
    }
    SqlCall cast = (SqlCall) node;
    SqlNode operand = cast.operand(0);
    int precision = SqlType.DEFAULT_DECIMAL_PRECISION;
    int scale = 0;
    RelDataType type = validator.deriveType(scope, operand);
    boolean document =
        operand instanceof SqlCall made && made.getOperator().getName().equals("JSONB");
    SqlNode written = document ? ((SqlCall) operand).operand(0) : operand;
    if (written instanceof SqlCharStringLiteral literal) {
      Matcher number = NUMBER.matcher(String.valueOf(literal.getValueAs(String.class)));
      boolean plain = number.matches();
      scale = !plain ? SCALE : number.group(1) == null ? 0 : number.group(1).length();
      precision = SqlType.MAX_DECIMAL_PRECISION;
    } else if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
      precision = Math.max(precision, type.getPrecision());
      scale = type.getScale();
    } else if (SqlTypeUtil.isApproximateNumeric(type)
        || SqlTypeUtil.inCharFamily(type)
        || JsonbType.is(type)) {
      precision = SqlType.MAX_DECIMAL_PRECISION;
      scale = SCALE;
    }
    SqlParserPos pos = spec.getParserPosition();
    cast.setOperand(
        1,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(
                SqlTypeName.DECIMAL, precision, Math.min(scale, precision), pos),
            pos));
  }
}
