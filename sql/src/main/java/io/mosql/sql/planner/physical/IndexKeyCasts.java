package io.mosql.sql.planner.physical;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.RelTypes;
import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Casts values to the types of key columns: a value may bound an index only when the executor can
 * derive from it the values of the key column that compare as the condition requires. For exact
 * numbers of any type it can: where the column cannot represent the number, the next lower one is
 * used. A double is compared with doubles, and several numbers of a wide column may be equal to one
 * double.
 */
public final class IndexKeyCasts {
  private static final int DIGITS_OF_DOUBLES = 15;

  private final RexBuilder rex;

  public IndexKeyCasts(RexBuilder rex) {
    this.rex = rex;
  }

  /**
   * Returns the value, cast to the column's type where that is lossless; null when it cannot be a
   * bound.
   */
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
        boolean same =
            IntervalType.is(type) && column.kind() == TypeKind.INTERVAL
                || JsonbType.is(type) && column.kind() == TypeKind.JSONB
                || ArrayType.is(type) && RelTypes.sqlType(type).equals(column);
        return same ? value : null;
      }
    }
    if (value instanceof RexLiteral literal) {
      RexNode number = literal(literal, column);
      if (number != null) {
        return number;
      }
    }
    if (from.kind() == column.kind()
        || from.kind().isNumeric()
            && column.kind().isExactNumeric()
            && (from.kind().isExactNumeric() || isExactAsDouble(column))
        || from.kind() == TypeKind.DOUBLE && column.kind() == TypeKind.REAL) {
      return value;
    }
    if (from.kind().isText() && column.kind().isText()) {
      // A comparison with CHAR ignores trailing blanks, but the keys of a VARCHAR contain them.
      return column.kind() == TypeKind.CHAR || from.kind() != TypeKind.CHAR ? value : null;
    }
    boolean widens =
        from.kind() == TypeKind.REAL && column.kind() == TypeKind.DOUBLE
            || from.kind() == TypeKind.DATE && column.kind() == TypeKind.TIMESTAMP;
    return widens ? cast(value, column) : null;
  }

  /** Whether different numbers of the type are always different doubles. */
  private static boolean isExactAsDouble(SqlType column) {
    return column.kind() != TypeKind.BIGINT
        && column.kind() != TypeKind.NUMERIC
        && (column.kind() != TypeKind.DECIMAL || column.precision() <= DIGITS_OF_DOUBLES);
  }

  private RexNode cast(RexNode value, SqlType column) {
    return rex.makeAbstractCast(
        RelTypes.relType(rex.getTypeFactory(), column, value.getType().isNullable()), value, false);
  }

  /** Returns the number in the column's type, or null when the column cannot represent it. */
  public @Nullable RexNode literal(RexLiteral literal, SqlType column) {
    if (!RelTypes.sqlType(literal.getType()).kind().isExactNumeric()) {
      return null;
    }
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
        case NUMERIC -> {}
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
