package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Our types in Calcite's terms and back. */
public final class SqlTypes {
  private SqlTypes() {}

  /** Calcite's type for a column or value of ours. */
  public static RelDataType toRel(RelDataTypeFactory factory, SqlType type, boolean nullable) {
    RelDataType result =
        switch (type.kind()) {
          case DECIMAL ->
              factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
          case CHAR -> sized(factory, SqlTypeName.CHAR, type);
          case VARCHAR -> sized(factory, SqlTypeName.VARCHAR, type);
          case TEXT -> factory.createSqlType(SqlTypeName.VARCHAR);
          case VARBINARY -> sized(factory, SqlTypeName.VARBINARY, type);
          default -> factory.createSqlType(SqlTypeName.valueOf(type.kind().name()));
        };
    return factory.createTypeWithNullability(result, nullable);
  }

  private static RelDataType sized(RelDataTypeFactory factory, SqlTypeName name, SqlType type) {
    if (type.precision() != SqlType.UNBOUNDED) {
      return factory.createSqlType(name, type.precision());
    }
    return factory.createSqlType(name == SqlTypeName.CHAR ? SqlTypeName.VARCHAR : name);
  }

  /**
   * Our type for Calcite's.
   *
   * @throws MosqlException 0A000 for a type that no value of ours has, such as a row
   */
  public static SqlType fromRel(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> SqlType.BOOLEAN;
      case TINYINT, SMALLINT -> SqlType.SMALLINT;
      case INTEGER -> SqlType.INTEGER;
      case BIGINT -> SqlType.BIGINT;
      case DECIMAL -> SqlType.decimal(type.getPrecision(), type.getScale());
      case REAL -> SqlType.REAL;
      case FLOAT, DOUBLE -> SqlType.DOUBLE;
      case CHAR -> SqlType.charOf(type.getPrecision());
      case VARCHAR ->
          type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              ? SqlType.TEXT
              : SqlType.varchar(type.getPrecision());
      case BINARY, VARBINARY ->
          type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              ? SqlType.of(TypeKind.VARBINARY)
              : SqlType.varbinary(type.getPrecision());
      case DATE -> SqlType.DATE;
      case TIME -> SqlType.TIME;
      case TIMESTAMP -> SqlType.TIMESTAMP;
      // NULL without any context, as in SELECT NULL
      case NULL -> SqlType.TEXT;
      default ->
          throw new MosqlException(
              SqlState.FEATURE_NOT_SUPPORTED, "type " + type.getFullTypeString());
    };
  }
}
