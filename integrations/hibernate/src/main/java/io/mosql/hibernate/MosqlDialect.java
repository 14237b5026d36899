package io.mosql.hibernate;

import static org.hibernate.type.SqlTypes.ARRAY;
import static org.hibernate.type.SqlTypes.BLOB;
import static org.hibernate.type.SqlTypes.CLOB;
import static org.hibernate.type.SqlTypes.DOUBLE;
import static org.hibernate.type.SqlTypes.NCLOB;
import static org.hibernate.type.SqlTypes.SMALLINT;
import static org.hibernate.type.SqlTypes.TIMESTAMP_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.TIME_UTC;
import static org.hibernate.type.SqlTypes.TIME_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.VARBINARY;
import static org.hibernate.type.SqlTypes.VARCHAR;

import jakarta.persistence.TemporalType;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.FunctionalDependencyAnalysisSupport;
import org.hibernate.dialect.FunctionalDependencyAnalysisSupportImpl;
import org.hibernate.dialect.NullOrdering;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.function.CommonFunctionFactory;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.sql.ast.spi.SqlAppender;
import org.hibernate.tool.schema.extract.internal.InformationExtractorJdbcDatabaseMetaDataImpl;
import org.hibernate.tool.schema.extract.spi.ExtractionContext;
import org.hibernate.tool.schema.extract.spi.InformationExtractor;
import org.hibernate.type.descriptor.DateTimeUtils;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JsonJdbcType;
import org.hibernate.type.descriptor.jdbc.ObjectNullResolvingJdbcType;
import org.hibernate.type.descriptor.jdbc.UUIDJdbcType;
import org.hibernate.type.descriptor.jdbc.spi.JdbcTypeRegistry;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * MoSQL for Hibernate: PostgreSQL 15, whose syntax MoSQL understands, apart from what this class
 * overrides. The version is that of the language, not that of MoSQL.
 */
public class MosqlDialect extends PostgreSQLDialect {
  private static final DatabaseVersion LANGUAGE = DatabaseVersion.make(15);

  /** Called by {@link MosqlDialectResolver}, and by Hibernate when it is configured by name. */
  public MosqlDialect() {
    super(LANGUAGE);
  }

  /** Large objects are columns like others; there is no time with a zone. */
  @Override
  protected String columnType(int sqlTypeCode) {
    return switch (sqlTypeCode) {
      case BLOB -> "blob";
      case CLOB, NCLOB -> "clob";
      case TIME_WITH_TIMEZONE, TIME_UTC -> "time($p)";
      default -> super.columnType(sqlTypeCode);
    };
  }

  /** There are no arrays of large objects: elements have the types of texts and bytes. */
  @Override
  public String getArrayTypeName(
      @Nullable String javaElementTypeName,
      @Nullable String elementTypeName,
      @Nullable Integer maxLength) {
    String element = elementTypeName;
    if ("clob".equals(element)) {
      element = "text";
    } else if ("blob".equals(element)) {
      element = "bytea";
    }
    return super.getArrayTypeName(javaElementTypeName, element, maxLength);
  }

  /** Plain JDBC types; those of PostgreSQL's driver have classes of their own. */
  @Override
  protected void contributePostgreSQLTypes(TypeContributions types, ServiceRegistry registry) {
    JdbcTypeRegistry jdbcTypes = types.getTypeConfiguration().getJdbcTypeRegistry();
    jdbcTypes.addDescriptor(UUIDJdbcType.INSTANCE);
    jdbcTypes.addDescriptor(JsonJdbcType.INSTANCE);
    types.contributeJdbcType(ObjectNullResolvingJdbcType.INSTANCE);
  }

  /** Texts and bytes of any length are values of their types, not references to large objects. */
  @Override
  public void initializeFunctionRegistry(FunctionContributions contributions) {
    super.initializeFunctionRegistry(contributions);
    CommonFunctionFactory functions = new CommonFunctionFactory(contributions);
    functions.concat_pipeOperator();
    functions.length_characterLength();
    // The function length is that of texts since then, and is to be that of arrays, too.
    functions.arrayLength_cardinality();
    functions.bitLength();
    functions.octetLength();
  }

  /**
   * Arrays have the names of their elements, {@code INTEGER[]}, where PostgreSQL has {@code _int4}.
   */
  @Override
  public JdbcType resolveSqlTypeDescriptor(
      String columnTypeName,
      int jdbcTypeCode,
      int precision,
      int scale,
      JdbcTypeRegistry jdbcTypeRegistry) {
    String name =
        jdbcTypeCode == ARRAY && columnTypeName.endsWith("[]")
            ? '_'
                + columnTypeName.substring(0, columnTypeName.length() - 2).toLowerCase(Locale.ROOT)
            : columnTypeName;
    return super.resolveSqlTypeDescriptor(name, jdbcTypeCode, precision, scale, jdbcTypeRegistry);
  }

  /** Types that the database does not name as this dialect declares their columns. */
  @Override
  protected @Nullable Integer resolveSqlTypeCode(
      String columnTypeName, TypeConfiguration typeConfiguration) {
    return switch (columnTypeName) {
      case "smallint" -> SMALLINT;
      case "double" -> DOUBLE;
      case "varbinary" -> VARBINARY;
      case "timestamptz" -> TIMESTAMP_WITH_TIMEZONE;
      default -> super.resolveSqlTypeCode(columnTypeName, typeConfiguration);
    };
  }

  /** Columns may have been declared before the database had BLOB and CLOB. */
  @Override
  public boolean equivalentTypes(int code, int other) {
    return super.equivalentTypes(code, other)
        || super.equivalentTypes(withoutLob(code), withoutLob(other));
  }

  private static int withoutLob(int code) {
    return switch (code) {
      case BLOB -> VARBINARY;
      case CLOB, NCLOB -> VARCHAR;
      default -> code;
    };
  }

  /**
   * Reads the schema through JDBC. Hibernate 7 reads PostgreSQL's catalog; 6.6 does not have this
   * method.
   */
  public InformationExtractor getInformationExtractor(ExtractionContext context) {
    return new InformationExtractorJdbcDatabaseMetaDataImpl(context);
  }

  /** Each column of a group is named in GROUP BY, also beside a primary key. */
  @Override
  public FunctionalDependencyAnalysisSupport getFunctionalDependencyAnalysisSupport() {
    return FunctionalDependencyAnalysisSupportImpl.NONE;
  }

  @Override
  public boolean supportsMaterializedLobAccess() {
    return true;
  }

  /** The schema is that of the connection. */
  @Override
  public @Nullable String getCurrentSchemaCommand() {
    return null;
  }

  @Override
  public NullOrdering getNullOrdering() {
    return NullOrdering.SMALLEST;
  }

  /** There is no address of a row. */
  @Override
  public @Nullable String rowId(@Nullable String rowId) {
    return null;
  }

  @Override
  public void appendDateTimeLiteral(
      SqlAppender appender, TemporalAccessor value, TemporalType precision, TimeZone zone) {
    if (precision == TemporalType.TIME) {
      appender.appendSql("time '");
      DateTimeUtils.appendAsLocalTime(appender, value);
      appender.appendSql('\'');
    } else {
      super.appendDateTimeLiteral(appender, value, precision, zone);
    }
  }

  @Override
  public void appendDateTimeLiteral(
      SqlAppender appender, Date value, TemporalType precision, TimeZone zone) {
    if (precision == TemporalType.TIME) {
      appender.appendSql("time '");
      DateTimeUtils.appendAsLocalTime(appender, value);
      appender.appendSql('\'');
    } else {
      super.appendDateTimeLiteral(appender, value, precision, zone);
    }
  }

  @Override
  public void appendDateTimeLiteral(
      SqlAppender appender, Calendar value, TemporalType precision, TimeZone zone) {
    if (precision == TemporalType.TIME) {
      appender.appendSql("time '");
      DateTimeUtils.appendAsLocalTime(appender, value);
      appender.appendSql('\'');
    } else {
      super.appendDateTimeLiteral(appender, value, precision, zone);
    }
  }
}
