package io.mosql.spark;

import java.sql.Types;
import org.apache.spark.sql.jdbc.JdbcDialect;
import org.apache.spark.sql.jdbc.JdbcDialects;
import org.apache.spark.sql.jdbc.JdbcType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import scala.Option;

/**
 * Types of MoSQL in Spark, and of Spark in MoSQL. Call {@link #register} before the first use:
 * Spark finds no dialects by itself.
 */
public final class MosqlDialect extends JdbcDialect {
  private static final long serialVersionUID = 1L;

  private MosqlDialect() {}

  /** Makes the dialect known to Spark. */
  public static void register() {
    JdbcDialects.registerDialect(new MosqlDialect());
  }

  @Override
  public boolean canHandle(String url) {
    return url.startsWith("jdbc:mosql:");
  }

  /** UUIDs, JSON and intervals are texts. */
  @Override
  public Option<DataType> getCatalystType(
      int sqlType, String typeName, int size, MetadataBuilder metadata) {
    return switch (sqlType) {
      case Types.TIMESTAMP_WITH_TIMEZONE -> Option.apply(DataTypes.TimestampType);
      case Types.OTHER -> Option.apply(DataTypes.StringType);
      default -> Option.empty();
    };
  }

  @Override
  public Option<JdbcType> getJDBCType(DataType type) {
    if (type.equals(DataTypes.StringType)) {
      return Option.apply(new JdbcType("TEXT", Types.VARCHAR));
    } else if (type.equals(DataTypes.BinaryType)) {
      return Option.apply(new JdbcType("BYTEA", Types.VARBINARY));
    } else if (type.equals(DataTypes.BooleanType)) {
      return Option.apply(new JdbcType("BOOLEAN", Types.BOOLEAN));
    } else if (type.equals(DataTypes.FloatType)) {
      return Option.apply(new JdbcType("REAL", Types.REAL));
    } else if (type.equals(DataTypes.DoubleType)) {
      return Option.apply(new JdbcType("DOUBLE PRECISION", Types.DOUBLE));
    } else if (type.equals(DataTypes.ByteType) || type.equals(DataTypes.ShortType)) {
      return Option.apply(new JdbcType("SMALLINT", Types.SMALLINT));
    } else if (type.equals(DataTypes.TimestampType)) {
      return Option.apply(new JdbcType("TIMESTAMP WITH TIME ZONE", Types.TIMESTAMP));
    }
    return Option.empty();
  }

  @Override
  public String getTableExistsQuery(String table) {
    return "SELECT 1 FROM " + table + " LIMIT 1";
  }

  @Override
  public Option<Object> isCascadingTruncateTable() {
    return Option.apply(false);
  }
}
