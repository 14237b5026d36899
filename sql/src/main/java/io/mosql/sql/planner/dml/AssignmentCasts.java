package io.mosql.sql.planner.dml;

import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.MosqlRexBuilder;
import io.mosql.sql.planner.physical.IndexKeyCasts;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Casts values to the type of the column that they are assigned to. Lengths and scales are not
 * cast, because a cast would truncate: the executor checks them when it stores the value.
 */
public final class AssignmentCasts {
  private final RexBuilder rex;

  public AssignmentCasts(RexBuilder rex) {
    this.rex = rex;
  }

  /**
   * Casts a value for assignment to a column.
   *
   * @param name of the column, for the message
   */
  public RexNode assign(RexNode value, SqlType column, String name, SqlParserPos pos) {
    RelDataType type = value.getType();
    RelDataType columnType = RelTypes.relType(rex.getTypeFactory(), column, type.isNullable());
    if (type.getSqlTypeName() == SqlTypeName.NULL
        || value instanceof RexLiteral literal && literal.isNull()) {
      return rex.makeNullLiteral(columnType);
    }
    TypeKind from = RelTypes.sqlType(type).kind();
    TypeKind to = column.kind();
    if (to == TypeKind.ARRAY && from == TypeKind.ARRAY) {
      return elements(value, column, name, pos);
    }
    if (from == to || from.isText() && to.isText() || from.isBytes() && to.isBytes()) {
      return value;
    }
    if (from.isNumeric() && to.isNumeric()) {
      RexNode fitted =
          value instanceof RexLiteral literal
              ? new IndexKeyCasts(rex).literal(literal, column)
              : null;
      return fitted != null ? fitted : cast(value, columnType);
    }
    boolean literalText = from.isText() && value instanceof RexLiteral;
    boolean temporal =
        from == TypeKind.DATE && to == TypeKind.TIMESTAMP
            || from == TypeKind.TIMESTAMP && (to == TypeKind.DATE || to == TypeKind.TIME)
            || to == TypeKind.TIMESTAMPTZ && (from == TypeKind.DATE || from == TypeKind.TIMESTAMP)
            || from == TypeKind.TIMESTAMPTZ
                && (to == TypeKind.DATE || to == TypeKind.TIME || to == TypeKind.TIMESTAMP);
    if (literalText && to == TypeKind.INTERVAL && !column.equals(SqlType.INTERVAL)) {
      // a plain number counts units of the interval's last field
      return rex.makeCall(
          Objects.requireNonNull(FunctionTable.find("INTERVAL_FIELDS")),
          value,
          rex.makeLiteral(IntervalFields.of(column).sql()),
          rex.makeExactLiteral(BigDecimal.valueOf(column.precision())));
    }
    boolean json = JsonType.is(type) && to == TypeKind.JSONB;
    if (literalText && to == TypeKind.ARRAY) {
      return cast(
          value,
          RelTypes.relType(
              rex.getTypeFactory(),
              SqlType.arrayOf(unlimited(column.elementType())),
              type.isNullable()));
    }
    if (literalText || temporal || json) {
      return cast(value, columnType);
    }
    if (to.isText() && !from.isBytes()) {
      return cast(value, RelTypes.relType(rex.getTypeFactory(), SqlType.TEXT, type.isNullable()));
    }
    throw PlanErrors.at(
        SqlErrorMessage.ASSIGNMENT_TYPE_MISMATCH, pos, name, column, RelTypes.sqlType(type));
  }

  /** The type without the length that is checked when a value is stored. */
  private static SqlType unlimited(SqlType type) {
    return switch (type.kind()) {
      case CHAR, VARCHAR -> SqlType.TEXT;
      case VARBINARY -> SqlType.of(type.kind());
      default -> type.withoutDigits();
    };
  }

  /** Casts an array whose elements would be assigned with a cast; lengths remain. */
  private RexNode elements(RexNode value, SqlType column, String name, SqlParserPos pos) {
    SqlType known = RelTypes.sqlType(value.getType());
    SqlType from = known.elementType();
    SqlType to = column.elementType();
    boolean alike = from.kind() == to.kind() || from.kind().isText() && to.kind().isText();
    boolean numbers = from.kind().isNumeric() && to.kind().isNumeric();
    if (!alike && !numbers && !(to.kind().isText() && from.kind() != TypeKind.VARBINARY)) {
      throw PlanErrors.at(SqlErrorMessage.ASSIGNMENT_TYPE_MISMATCH, pos, name, column, known);
    }
    return alike
        ? value
        : cast(
            value,
            RelTypes.relType(
                rex.getTypeFactory(),
                SqlType.arrayOf(unlimited(to)),
                value.getType().isNullable()));
  }

  private RexNode cast(RexNode value, RelDataType type) {
    RexNode present =
        rex instanceof MosqlRexBuilder own ? own.present(SqlParserPos.ZERO, type, value) : null;
    if (present != null) {
      return present.getType().getSqlTypeName() == type.getSqlTypeName()
          ? present
          : rex.makeAbstractCast(type, present, false);
    }
    return rex.makeAbstractCast(type, value, false);
  }
}
