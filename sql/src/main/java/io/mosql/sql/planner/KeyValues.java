package io.mosql.sql.planner;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.plan.IntervalType;
import io.mosql.sql.plan.RelTypes;
import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Fits values to key columns: a value may bound an index only when it can be written as a value of
 * the key column that compares just as it does, whatever it turns out to be at run time.
 */
final class KeyValues {

  private final RexBuilder rex;

  KeyValues(RexBuilder rex) {
    this.rex = rex;
  }

  /** The value in the column's type, or null when that might not compare alike. */
  @Nullable RexNode fit(RexNode value, SqlType column) {
    RelDataType type = value.getType();
    SqlType from;
    switch (type.getSqlTypeName()) {
      case BOOLEAN,
          SMALLINT,
          INTEGER,
          BIGINT,
          DECIMAL,
          REAL,
          DOUBLE,
          CHAR,
          VARCHAR,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          UUID,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          from = RelTypes.sqlType(type);
      default -> {
        return IntervalType.is(type) && column.kind() == TypeKind.INTERVAL ? value : null;
      }
    }
    if (value instanceof RexLiteral literal && from.kind().isExactNumeric()) {
      return fitNumber(literal, column);
    }
    if (from.kind() == column.kind()) {
      boolean fits =
          column.kind() != TypeKind.DECIMAL
              || from.scale() <= column.scale()
                  && Comparisons.integerDigits(from) <= Comparisons.integerDigits(column);
      return fits ? value : null;
    }
    if (from.kind().isText() && column.kind().isText()) {
      // Beside a CHAR blanks at the end do not count, but a VARCHAR's keys hold them.
      return column.kind() == TypeKind.CHAR || from.kind() != TypeKind.CHAR ? value : null;
    }
    boolean widens =
        from.kind().isExactNumeric()
                && column.kind().isExactNumeric()
                && from.scale() == 0
                && Comparisons.integerDigits(from) <= Comparisons.integerDigits(column)
                && !(from.kind() == TypeKind.DECIMAL && column.kind().isInteger())
            || from.kind() == TypeKind.REAL && column.kind() == TypeKind.DOUBLE
            || from.kind() == TypeKind.DATE && column.kind() == TypeKind.TIMESTAMP;
    return widens ? cast(value, column) : null;
  }

  private RexNode cast(RexNode value, SqlType column) {
    return rex.makeAbstractCast(
        RelTypes.relType(rex.getTypeFactory(), column, value.getType().isNullable()), value, false);
  }

  private @Nullable RexNode fitNumber(RexLiteral literal, SqlType column) {
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    if (number == null) {
      return null;
    }
    RelDataType type = RelTypes.relType(rex.getTypeFactory(), column, false);
    try {
      switch (column.kind()) {
        case SMALLINT -> number.shortValueExact();
        case INTEGER -> number.intValueExact();
        case BIGINT -> number.longValueExact();
        case DECIMAL -> {
          BigDecimal scaled = number.setScale(column.scale());
          if (scaled.precision() > column.precision()) {
            return null;
          }
        }
        default -> {
          return null;
        }
      }
    } catch (ArithmeticException notExact) {
      return null;
    }
    return rex.makeExactLiteral(number, type);
  }
}
