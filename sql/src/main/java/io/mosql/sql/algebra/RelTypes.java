package io.mosql.sql.algebra;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Converts between MoSQL's types and Calcite's. Pure. */
public final class RelTypes {
  private RelTypes() {}

  /**
   * Returns MoSQL's type of a Calcite type; the type of NULL is VARCHAR.
   *
   * @throws MosqlException 0A000 for a type without a counterpart
   */
  public static SqlType sqlType(RelDataType type) {
    return type instanceof PlainType plain ? plain.sqlType() : Named.sqlType(type);
  }

  /** The names of Calcite's types, which not every plan needs. */
  private static final class Named {
    static SqlType sqlType(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN -> SqlType.BOOLEAN;
        case TINYINT, SMALLINT -> SqlType.SMALLINT;
        case INTEGER -> SqlType.INTEGER;
        case BIGINT -> SqlType.BIGINT;
        case DECIMAL ->
            NumericType.is(type)
                ? SqlType.NUMERIC
                : SqlType.decimal(
                    Math.min(type.getPrecision(), SqlType.MAX_DECIMAL_PRECISION),
                    Math.max(0, type.getScale()));
        case REAL -> SqlType.REAL;
        case FLOAT, DOUBLE -> SqlType.DOUBLE;
        case CHAR -> bounded(TypeKind.CHAR, type).withCollation(CollatedType.collation(type));
        case VARCHAR ->
            LargeType.is(type)
                ? large(TypeKind.CLOB, type)
                : bounded(TypeKind.VARCHAR, type).withCollation(CollatedType.collation(type));
        case NULL, SYMBOL, ANY, UNKNOWN -> SqlType.TEXT;
        case BINARY, VARBINARY ->
            LargeType.is(type) ? large(TypeKind.BLOB, type) : bounded(TypeKind.VARBINARY, type);
        case DATE -> SqlType.DATE;
        case TIME -> SqlType.TIME;
        case UUID -> SqlType.UUID;
        case VARIANT ->
            ArrayType.is(type) ? SqlType.arrayOf(sqlType(ArrayType.element(type))) : SqlType.JSONB;
        case TIMESTAMP -> SqlType.TIMESTAMP;
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> SqlType.TIMESTAMPTZ;
        case INTERVAL_YEAR,
            INTERVAL_YEAR_MONTH,
            INTERVAL_MONTH,
            INTERVAL_DAY,
            INTERVAL_DAY_HOUR,
            INTERVAL_DAY_MINUTE,
            INTERVAL_DAY_SECOND,
            INTERVAL_HOUR,
            INTERVAL_HOUR_MINUTE,
            INTERVAL_HOUR_SECOND,
            INTERVAL_MINUTE,
            INTERVAL_MINUTE_SECOND,
            INTERVAL_SECOND ->
            SqlType.INTERVAL;
        default -> throw CoreErrorMessage.UNSUPPORTED_TYPE.error(type.getSqlTypeName());
      };
    }
  }

  private static SqlType large(TypeKind kind, RelDataType type) {
    int precision = type.getPrecision();
    return precision == RelDataType.PRECISION_NOT_SPECIFIED
        ? SqlType.of(kind)
        : new SqlType(kind, precision, 0);
  }

  private static SqlType bounded(TypeKind kind, RelDataType type) {
    int precision = type.getPrecision();
    if (precision == RelDataType.PRECISION_NOT_SPECIFIED || precision == Integer.MAX_VALUE) {
      return kind == TypeKind.VARCHAR || kind == TypeKind.CHAR ? SqlType.TEXT : SqlType.of(kind);
    }
    return new SqlType(kind, precision, 0);
  }

  /** Returns Calcite's type of one of MoSQL's types. */
  public static RelDataType relType(RelDataTypeFactory factory, SqlType type, boolean nullable) {
    RelDataType made =
        switch (type.kind()) {
          case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
          case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
          case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
          case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
          case DECIMAL ->
              factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
          case NUMERIC -> NumericType.of(factory, nullable);
          case REAL -> factory.createSqlType(SqlTypeName.REAL);
          case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          case CHAR -> sized(factory, SqlTypeName.CHAR, type);
          case VARCHAR -> sized(factory, SqlTypeName.VARCHAR, type);
          case TEXT -> factory.createSqlType(SqlTypeName.VARCHAR);
          case VARBINARY -> sized(factory, SqlTypeName.VARBINARY, type);
          case DATE -> factory.createSqlType(SqlTypeName.DATE);
          case TIME -> factory.createSqlType(SqlTypeName.TIME, 6);
          case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, 6);
          case UUID -> factory.createSqlType(SqlTypeName.UUID);
          case TIMESTAMPTZ -> factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6);
          case INTERVAL -> IntervalType.of(factory, nullable);
          case JSONB -> JsonbType.of(factory, nullable);
          case ARRAY -> ArrayType.of(factory, relType(factory, type.elementType(), true), nullable);
          case BLOB, CLOB ->
              LargeType.of(
                  factory,
                  type.kind() == TypeKind.CLOB,
                  type.precision() == SqlType.UNBOUNDED
                      ? RelDataType.PRECISION_NOT_SPECIFIED
                      : type.precision(),
                  nullable);
        };
    RelDataType whole = factory.createTypeWithNullability(made, nullable);
    return type.isPlain() ? whole : CollatedType.of(factory, whole, type.collation());
  }

  private static RelDataType sized(RelDataTypeFactory factory, SqlTypeName name, SqlType type) {
    return type.precision() == SqlType.UNBOUNDED
        ? factory.createSqlType(name)
        : factory.createSqlType(name, type.precision());
  }
}
