package io.mosql.jdbc;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.base.DriverVersion;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.metadata.MetadataColumns;
import io.mosql.jdbc.metadata.SearchPattern;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a connection: names and versions of the product, and the contents of the
 * database.
 */
final class MosqlDatabaseMetaData extends CatalogMetaData {
  MosqlDatabaseMetaData(MosqlConnection connection) {
    super(connection);
  }

  @Override
  public String getURL() {
    return connection().url().url();
  }

  @Override
  public @Nullable String getUserName() throws SQLException {
    String user = connection().databaseInfo().userName();
    return user.isEmpty() ? connection().url().get(SessionProperty.USER) : user;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection().isReadOnly();
  }

  @Override
  public String getDatabaseProductName() throws SQLException {
    return connection().databaseInfo().productName();
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return connection().databaseInfo().productVersion();
  }

  @Override
  public int getDatabaseMajorVersion() throws SQLException {
    return versionPart(0);
  }

  @Override
  public int getDatabaseMinorVersion() throws SQLException {
    return versionPart(1);
  }

  private int versionPart(int index) throws SQLException {
    String[] parts = getDatabaseProductVersion().split("[^0-9]+");
    return index < parts.length && parts[index].matches("[0-9]{1,9}")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  @Override
  public String getDriverName() {
    return DriverVersion.NAME;
  }

  @Override
  public String getDriverVersion() {
    return DriverVersion.TEXT;
  }

  @Override
  public int getDriverMajorVersion() {
    return DriverVersion.MAJOR;
  }

  @Override
  public int getDriverMinorVersion() {
    return DriverVersion.MINOR;
  }

  @Override
  public int getJDBCMajorVersion() {
    return DriverVersion.JDBC_MAJOR;
  }

  @Override
  public int getJDBCMinorVersion() {
    return DriverVersion.JDBC_MINOR;
  }

  @Override
  public Connection getConnection() {
    return connection();
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  /** Reserved words that SQL:2003 does not reserve. */
  @Override
  public String getSQLKeywords() {
    return "EXPLAIN,EXTEND,LIMIT,MINUS,QUALIFY,STREAM,UPSERT";
  }

  @Override
  public String getNumericFunctions() {
    return "ABS,CEILING,EXP,FLOOR,LOG10,MOD,POWER,SQRT";
  }

  @Override
  public String getStringFunctions() {
    return "CHAR_LENGTH,CHARACTER_LENGTH,POSITION,SUBSTRING";
  }

  @Override
  public String getSystemFunctions() {
    return "";
  }

  @Override
  public String getTimeDateFunctions() {
    return "CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,EXTRACT";
  }

  @Override
  public String getSearchStringEscape() {
    return String.valueOf(SearchPattern.ESCAPE);
  }

  @Override
  public String getExtraNameCharacters() {
    return "";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getCatalogTerm() {
    return "database";
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public ResultSet getClientInfoProperties() {
    MetadataRows rows = new MetadataRows(MetadataColumns.CLIENT_INFO);
    for (Map.Entry<String, String> entry : new TreeMap<>(BaseConnection.CLIENT_INFO).entrySet()) {
      rows.add(entry.getKey(), Integer.MAX_VALUE, "", entry.getValue());
    }
    return rows.toResultSet(connection());
  }

  private ResultSet none(List<ColumnInfo> columns) {
    return new MetadataRows(columns).toResultSet(connection());
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return none(MetadataColumns.PROCEDURES);
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    return none(MetadataColumns.PROCEDURE_COLUMNS);
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return none(MetadataColumns.FUNCTIONS);
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    return none(MetadataColumns.FUNCTION_COLUMNS);
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String columnPattern) {
    return none(MetadataColumns.COLUMN_PRIVILEGES);
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return none(MetadataColumns.TABLE_PRIVILEGES);
  }

  /** Empty: no column changes automatically. */
  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return none(MetadataColumns.ROW_IDENTIFIER);
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      int @Nullable [] types) {
    return none(MetadataColumns.UDTS);
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return none(MetadataColumns.SUPER_TYPES);
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return none(MetadataColumns.SUPER_TABLES);
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String attributePattern) {
    return none(MetadataColumns.ATTRIBUTES);
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    return none(MetadataColumns.PSEUDO_COLUMNS);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
