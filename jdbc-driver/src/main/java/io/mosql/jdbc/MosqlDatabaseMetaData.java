package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.MetadataView.ViewRow;
import io.mosql.jdbc.base.DriverVersion;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.conversion.EscapedFunctions;
import io.mosql.jdbc.metadata.MetadataColumns;
import io.mosql.jdbc.metadata.SearchPattern;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PseudoColumnUsage;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a connection: what the database has, read in the transaction of the connection,
 * names and versions of the product, and capabilities. A connection has one catalog: its database.
 */
final class MosqlDatabaseMetaData implements DatabaseMetaData {
  private static final List<String> TABLE_TYPES =
      List.of("LOCAL TEMPORARY", "SYSTEM VIEW", "TABLE", "VIEW");
  private static final String ROW_ID = "rowid";
  private static final String PRIMARY_KEY = "PRIMARY KEY";
  private static final int DECIMAL_RADIX = 10;

  private final MosqlConnection connection;

  MosqlDatabaseMetaData(MosqlConnection connection) {
    this.connection = connection;
  }

  private String catalog() throws SQLException {
    return connection.getCatalog();
  }

  /** The matching rows in order; none for another catalog. */
  private List<ViewRow> read(
      MetadataView view,
      @Nullable String catalog,
      Predicate<ViewRow> wanted,
      Comparator<ViewRow> order)
      throws SQLException {
    if (catalog != null && !catalog.equals(catalog())) {
      connection.checkOpen();
      return List.of();
    }
    return view.read(connection.sessionLock()).stream().filter(wanted).sorted(order).toList();
  }

  private static Predicate<ViewRow> table(@Nullable String schema, @Nullable String table) {
    return named("schema_name", schema).and(named("table_name", table));
  }

  private static Predicate<ViewRow> named(String column, @Nullable String name) {
    return row -> name == null || row.text(column).equals(name);
  }

  private static Predicate<ViewRow> like(String column, @Nullable String pattern) {
    SearchPattern name = new SearchPattern(pattern);
    return row -> name.matches(row.text(column));
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.CATALOGS);
    rows.add(catalog());
    return rows.toResultSet(connection);
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.SCHEMAS);
    for (ViewRow row :
        read(
            MetadataView.SCHEMAS,
            catalog,
            like("schema_name", schemaPattern),
            MetadataView.by("schema_name"))) {
      rows.add(row.text("schema_name"), catalog());
    }
    return rows.toResultSet(connection);
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    connection.checkOpen();
    MetadataRows rows = new MetadataRows(MetadataColumns.TABLE_TYPES);
    for (String type : TABLE_TYPES) {
      rows.add(type);
    }
    return rows.toResultSet(connection);
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      String @Nullable [] types)
      throws SQLException {
    Set<String> wanted = types == null ? Set.copyOf(TABLE_TYPES) : Set.copyOf(Arrays.asList(types));
    MetadataRows rows = new MetadataRows(MetadataColumns.TABLES);
    for (ViewRow row :
        read(
            MetadataView.TABLES,
            catalog,
            like("schema_name", schemaPattern)
                .and(like("table_name", tableNamePattern))
                .and(row -> wanted.contains(row.text("table_type"))),
            MetadataView.by("table_type", "schema_name", "table_name"))) {
      rows.add(
          catalog(),
          row.text("schema_name"),
          row.text("table_name"),
          row.text("table_type"),
          row.textOrNull("remarks"),
          null,
          null,
          null,
          null,
          null);
    }
    return rows.toResultSet(connection);
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      @Nullable String columnNamePattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.COLUMNS);
    for (ViewRow row :
        read(
            MetadataView.COLUMNS,
            catalog,
            like("schema_name", schemaPattern)
                .and(like("table_name", tableNamePattern))
                .and(like("column_name", columnNamePattern)),
            MetadataView.by("schema_name", "table_name", "ordinal_position"))) {
      addColumn(rows, row);
    }
    return rows.toResultSet(connection);
  }

  private void addColumn(MetadataRows rows, ViewRow row) throws SQLException {
    int type = row.integer("data_type");
    Integer size = row.intOrNull("column_size");
    boolean nullable = row.is("is_nullable");
    rows.add(
        catalog(),
        row.text("schema_name"),
        row.text("table_name"),
        row.text("column_name"),
        type,
        row.text("type_name"),
        size,
        null,
        row.intOrNull("decimal_digits"),
        TypeInfoRows.isNumeric(type) ? DECIMAL_RADIX : null,
        nullable ? columnNullable : columnNoNulls,
        row.textOrNull("remarks"),
        row.textOrNull("column_default"),
        null,
        null,
        TypeInfoRows.isText(type) ? size : null,
        row.integer("ordinal_position"),
        nullable ? "YES" : "NO",
        null,
        null,
        null,
        null,
        row.is("is_autoincrement") ? "YES" : "NO",
        row.is("is_generated") ? "YES" : "NO");
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.PRIMARY_KEYS);
    for (ViewRow row : primaryKey(catalog, schema, table, MetadataView.by("column_name"))) {
      rows.add(
          catalog(),
          row.text("schema_name"),
          row.text("table_name"),
          row.text("column_name"),
          row.integer("ordinal_position"),
          row.text("constraint_name"));
    }
    return rows.toResultSet(connection);
  }

  /** Rows of {@link MetadataView#KEY_COLUMNS}. */
  private List<ViewRow> primaryKey(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      Comparator<ViewRow> order)
      throws SQLException {
    List<ViewRow> keys =
        read(
            MetadataView.CONSTRAINTS,
            catalog,
            table(schema, table).and(named("constraint_type", PRIMARY_KEY)),
            MetadataView.by());
    return read(
        MetadataView.KEY_COLUMNS,
        catalog,
        table(schema, table)
            .and(
                row ->
                    keys.stream()
                        .anyMatch(
                            key ->
                                key.sameTable(row)
                                    && key.text("constraint_name")
                                        .equals(row.text("constraint_name")))),
        order);
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    List<ViewRow> key = primaryKey(catalog, schema, table, MetadataView.by("ordinal_position"));
    List<ViewRow> columns =
        key.isEmpty()
            ? List.of()
            : read(MetadataView.COLUMNS, catalog, table(schema, table), MetadataView.by());
    MetadataRows rows = new MetadataRows(MetadataColumns.ROW_IDENTIFIER);
    for (ViewRow part : key) {
      for (ViewRow column : columns) {
        if (column.sameTable(part) && column.text("column_name").equals(part.text("column_name"))) {
          rows.add(
              bestRowSession,
              column.text("column_name"),
              column.integer("data_type"),
              column.text("type_name"),
              column.intOrNull("column_size"),
              null,
              column.intOrNull("decimal_digits"),
              bestRowNotPseudo);
        }
      }
    }
    return rows.toResultSet(connection);
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    Map<String, Long> rowCounts = new HashMap<>();
    for (ViewRow row :
        read(MetadataView.TABLES, catalog, table(schema, table), MetadataView.by())) {
      Long count = row.longOrNull("row_count");
      if (count != null) {
        rowCounts.put(tableKey(row), count);
      }
    }
    List<ViewRow> indexes =
        new ArrayList<>(
            read(
                MetadataView.INDEXES,
                catalog,
                table(schema, table).and(row -> !unique || row.is("is_unique")),
                MetadataView.by("index_name", "ordinal_position")));
    indexes.sort(
        Comparator.comparing((ViewRow row) -> !row.is("is_unique"))
            .thenComparing(MosqlDatabaseMetaData::indexType));
    MetadataRows rows = new MetadataRows(MetadataColumns.INDEXES);
    for (ViewRow row : indexes) {
      rows.add(
          catalog(),
          row.text("schema_name"),
          row.text("table_name"),
          !row.is("is_unique"),
          null,
          row.text("index_name"),
          indexType(row),
          row.integer("ordinal_position"),
          row.text("column_name"),
          row.is("is_descending") ? "D" : "A",
          row.is("is_unique") ? rowCounts.get(tableKey(row)) : null,
          null,
          null);
    }
    return rows.toResultSet(connection);
  }

  private static int indexType(ViewRow row) {
    return row.is("is_primary") ? tableIndexClustered : tableIndexOther;
  }

  private static String tableKey(ViewRow row) {
    return row.text("schema_name") + '\0' + row.text("table_name");
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return foreignKeys(
        catalog,
        table(schema, table),
        MetadataView.by(
            "referenced_schema", "referenced_table", "constraint_name", "ordinal_position"));
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return foreignKeys(
        catalog,
        referenced(schema, table),
        MetadataView.by("schema_name", "table_name", "constraint_name", "ordinal_position"));
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    boolean elsewhere = foreignCatalog != null && !foreignCatalog.equals(catalog());
    return foreignKeys(
        elsewhere ? foreignCatalog : parentCatalog,
        referenced(parentSchema, parentTable).and(table(foreignSchema, foreignTable)),
        MetadataView.by("schema_name", "table_name", "constraint_name", "ordinal_position"));
  }

  private static Predicate<ViewRow> referenced(@Nullable String schema, @Nullable String table) {
    return named("referenced_schema", schema).and(named("referenced_table", table));
  }

  private ResultSet foreignKeys(
      @Nullable String catalog, Predicate<ViewRow> wanted, Comparator<ViewRow> order)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.FOREIGN_KEYS);
    for (ViewRow row : read(MetadataView.FOREIGN_KEYS, catalog, wanted, order)) {
      rows.add(
          catalog(),
          row.text("referenced_schema"),
          row.text("referenced_table"),
          row.text("referenced_column"),
          catalog(),
          row.text("schema_name"),
          row.text("table_name"),
          row.text("column_name"),
          row.integer("ordinal_position"),
          rule(row.textOrNull("update_rule")),
          rule(row.textOrNull("delete_rule")),
          row.text("constraint_name"),
          row.textOrNull("referenced_constraint"),
          deferrability(row.textOrNull("deferrability")));
    }
    return rows.toResultSet(connection);
  }

  /** The code of the timing of a foreign key; older servers do not report it. */
  private static int deferrability(@Nullable String timing) {
    return switch (timing == null ? "" : timing) {
      case "INITIALLY IMMEDIATE" -> importedKeyInitiallyImmediate;
      case "INITIALLY DEFERRED" -> importedKeyInitiallyDeferred;
      default -> importedKeyNotDeferrable;
    };
  }

  /** The code of a referential action; older servers do not report the action. */
  private static int rule(@Nullable String rule) {
    return switch (rule == null ? "NO ACTION" : rule) {
      case "CASCADE" -> importedKeyCascade;
      case "SET NULL" -> importedKeySetNull;
      case "SET DEFAULT" -> importedKeySetDefault;
      case "RESTRICT" -> importedKeyRestrict;
      default -> importedKeyNoAction;
    };
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    connection.checkOpen();
    return TypeInfoRows.all().toResultSet(connection);
  }

  @Override
  public String getURL() {
    return connection.url().url();
  }

  @Override
  public @Nullable String getUserName() throws SQLException {
    String user = connection.databaseInfo().userName();
    return user.isEmpty() ? connection.url().get(SessionProperty.USER) : user;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public String getDatabaseProductName() throws SQLException {
    return connection.databaseInfo().productName();
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return connection.databaseInfo().productVersion();
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
    return connection;
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  /** Reserved words that SQL:2003 does not reserve. */
  @Override
  public String getSQLKeywords() {
    return "ASOF,CURRENT_CATALOG,CURRENT_SCHEMA,LIMIT,MATCH_CONDITION,MATCH_RECOGNIZE,MINUS,OFFSET,"
        + "QUALIFY";
  }

  @Override
  public String getNumericFunctions() {
    return EscapedFunctions.NUMERIC;
  }

  @Override
  public String getStringFunctions() {
    return EscapedFunctions.STRING;
  }

  @Override
  public String getSystemFunctions() {
    return EscapedFunctions.SYSTEM;
  }

  @Override
  public String getTimeDateFunctions() {
    return EscapedFunctions.TIME_DATE;
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
    for (Map.Entry<String, String> entry : new TreeMap<>(MosqlConnection.CLIENT_INFO).entrySet()) {
      rows.add(entry.getKey(), Integer.MAX_VALUE, "", entry.getValue());
    }
    return rows.toResultSet(connection);
  }

  private ResultSet none(List<ColumnInfo> columns) {
    return new MetadataRows(columns).toResultSet(connection);
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

  /** Each way to call a function, by the types of its arguments, has a specific name of its own. */
  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.FUNCTIONS);
    for (ViewRow row :
        readOrNone(
            MetadataView.FUNCTIONS,
            catalog,
            like("schema_name", schemaPattern).and(like("function_name", namePattern)),
            MetadataView.by("schema_name", "function_name", "specific_name"))) {
      rows.add(
          catalog(),
          row.text("schema_name"),
          row.text("function_name"),
          null,
          row.text("function_type").equals("rows") ? functionReturnsTable : functionNoTable,
          row.text("specific_name"));
    }
    return rows.toResultSet(connection);
  }

  /** The rows of a view; none on a server that does not have it yet. */
  private List<ViewRow> readOrNone(
      MetadataView view,
      @Nullable String catalog,
      Predicate<ViewRow> wanted,
      Comparator<ViewRow> order)
      throws SQLException {
    try {
      return read(view, catalog, wanted, order);
    } catch (SQLException e) {
      if (SqlState.UNDEFINED_TABLE.code().equals(e.getSQLState())) {
        return List.of();
      }
      throw e;
    }
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.FUNCTION_COLUMNS);
    for (ViewRow row :
        readOrNone(
            MetadataView.FUNCTION_COLUMNS,
            catalog,
            like("schema_name", schemaPattern)
                .and(like("function_name", namePattern))
                .and(like("column_name", columnPattern)),
            MetadataView.by("schema_name", "function_name", "specific_name"))) {
      int type = row.integer("data_type");
      Integer size = row.intOrNull("column_size");
      rows.add(
          catalog(),
          row.text("schema_name"),
          row.text("function_name"),
          row.text("column_name"),
          switch (row.text("column_type")) {
            case "in" -> functionColumnIn;
            case "result" -> functionColumnResult;
            default -> functionReturn;
          },
          type,
          row.text("type_name"),
          size,
          size,
          row.intOrNull("decimal_digits"),
          TypeInfoRows.isNumeric(type) ? DECIMAL_RADIX : null,
          functionNullable,
          null,
          TypeInfoRows.isText(type) ? size : null,
          row.integer("ordinal_position"),
          "YES",
          row.text("specific_name"));
    }
    return rows.toResultSet(connection);
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

  /**
   * The row id of each table that has one: with a primary key, and without a column {@code rowid}.
   */
  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.PSEUDO_COLUMNS);
    if (new SearchPattern(columnPattern).matches(ROW_ID)) {
      List<ViewRow> hidden =
          read(MetadataView.COLUMNS, catalog, named("column_name", ROW_ID), MetadataView.by());
      for (ViewRow key :
          read(
              MetadataView.CONSTRAINTS,
              catalog,
              like("schema_name", schemaPattern)
                  .and(like("table_name", namePattern))
                  .and(named("constraint_type", PRIMARY_KEY))
                  .and(named("deferrability", "NOT DEFERRABLE"))
                  .and(row -> hidden.stream().noneMatch(row::sameTable)),
              MetadataView.by("schema_name", "table_name"))) {
        rows.add(
            catalog(),
            key.text("schema_name"),
            key.text("table_name"),
            ROW_ID,
            Types.ROWID,
            null,
            null,
            null,
            PseudoColumnUsage.NO_USAGE_RESTRICTIONS.name(),
            null,
            null,
            "NO");
      }
    }
    return rows.toResultSet(connection);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  // ---- capabilities of SQL, names and NULL ----

  @Override
  public boolean allProceduresAreCallable() {
    return false;
  }

  @Override
  public boolean allTablesAreSelectable() {
    return true;
  }

  @Override
  public boolean nullsAreSortedHigh() {
    return false;
  }

  @Override
  public boolean nullsAreSortedLow() {
    return true;
  }

  @Override
  public boolean nullsAreSortedAtStart() {
    return false;
  }

  @Override
  public boolean nullsAreSortedAtEnd() {
    return false;
  }

  @Override
  public boolean usesLocalFiles() {
    return false;
  }

  @Override
  public boolean usesLocalFilePerTable() {
    return false;
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() {
    return true;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean supportsMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean supportsAlterTableWithAddColumn() {
    return true;
  }

  @Override
  public boolean supportsAlterTableWithDropColumn() {
    return true;
  }

  @Override
  public boolean supportsColumnAliasing() {
    return true;
  }

  @Override
  public boolean nullPlusNonNullIsNull() {
    return true;
  }

  @Override
  public boolean supportsConvert() {
    return true;
  }

  @Override
  public boolean supportsTableCorrelationNames() {
    return true;
  }

  @Override
  public boolean supportsDifferentTableCorrelationNames() {
    return false;
  }

  @Override
  public boolean supportsExpressionsInOrderBy() {
    return true;
  }

  @Override
  public boolean supportsOrderByUnrelated() {
    return true;
  }

  @Override
  public boolean supportsGroupBy() {
    return true;
  }

  @Override
  public boolean supportsGroupByUnrelated() {
    return true;
  }

  @Override
  public boolean supportsGroupByBeyondSelect() {
    return true;
  }

  @Override
  public boolean supportsLikeEscapeClause() {
    return true;
  }

  @Override
  public boolean supportsMinimumSQLGrammar() {
    return true;
  }

  @Override
  public boolean supportsCoreSQLGrammar() {
    return true;
  }

  @Override
  public boolean supportsExtendedSQLGrammar() {
    return false;
  }

  @Override
  public boolean supportsANSI92EntryLevelSQL() {
    return true;
  }

  @Override
  public boolean supportsANSI92IntermediateSQL() {
    return false;
  }

  @Override
  public boolean supportsANSI92FullSQL() {
    return false;
  }

  @Override
  public boolean supportsIntegrityEnhancementFacility() {
    return true;
  }

  @Override
  public boolean supportsOuterJoins() {
    return true;
  }

  @Override
  public boolean supportsFullOuterJoins() {
    return true;
  }

  @Override
  public boolean supportsLimitedOuterJoins() {
    return true;
  }

  @Override
  public boolean supportsSubqueriesInComparisons() {
    return true;
  }

  @Override
  public boolean supportsSubqueriesInExists() {
    return true;
  }

  @Override
  public boolean supportsSubqueriesInIns() {
    return true;
  }

  @Override
  public boolean supportsSubqueriesInQuantifieds() {
    return true;
  }

  @Override
  public boolean supportsCorrelatedSubqueries() {
    return true;
  }

  @Override
  public boolean supportsUnion() {
    return true;
  }

  @Override
  public boolean supportsUnionAll() {
    return true;
  }

  @Override
  public boolean supportsNonNullableColumns() {
    return true;
  }

  @Override
  public boolean supportsSelectForUpdate() {
    return true;
  }

  @Override
  public boolean supportsConvert(int fromType, int toType) {
    return EscapedFunctions.converts(fromType, toType);
  }

  // ---- capabilities of transactions, statements and result sets; 0 means no limit ----

  @Override
  public boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  public boolean supportsSchemasInProcedureCalls() {
    return false;
  }

  @Override
  public boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  public boolean supportsSchemasInIndexDefinitions() {
    return true;
  }

  @Override
  public boolean supportsSchemasInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInProcedureCalls() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInIndexDefinitions() {
    return false;
  }

  @Override
  public boolean supportsCatalogsInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public boolean supportsMultipleResultSets() {
    return true;
  }

  @Override
  public boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  public boolean supportsPositionedDelete() {
    return false;
  }

  @Override
  public boolean supportsPositionedUpdate() {
    return false;
  }

  @Override
  public boolean supportsStoredProcedures() {
    return false;
  }

  @Override
  public boolean supportsOpenCursorsAcrossCommit() {
    return true;
  }

  @Override
  public boolean supportsOpenCursorsAcrossRollback() {
    return false;
  }

  @Override
  public boolean supportsOpenStatementsAcrossCommit() {
    return true;
  }

  @Override
  public boolean supportsOpenStatementsAcrossRollback() {
    return true;
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() {
    return false;
  }

  @Override
  public boolean supportsTransactions() {
    return true;
  }

  @Override
  public boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return true;
  }

  @Override
  public boolean supportsDataManipulationTransactionsOnly() {
    return false;
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  public boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  public boolean supportsSavepoints() {
    return true;
  }

  @Override
  public boolean supportsNamedParameters() {
    return false;
  }

  @Override
  public boolean supportsMultipleOpenResults() {
    return true;
  }

  @Override
  public boolean supportsGetGeneratedKeys() {
    return true;
  }

  @Override
  public boolean locatorsUpdateCopy() {
    return true;
  }

  @Override
  public boolean supportsStatementPooling() {
    return false;
  }

  @Override
  public boolean supportsStoredFunctionsUsingCallSyntax() {
    return true;
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public boolean generatedKeyAlwaysReturned() {
    return false;
  }

  @Override
  public boolean supportsRefCursors() {
    return false;
  }

  @Override
  public boolean supportsSharding() {
    return false;
  }

  @Override
  public int getMaxBinaryLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxCharLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxColumnNameLength() {
    return 0;
  }

  @Override
  public int getMaxColumnsInGroupBy() {
    return 0;
  }

  @Override
  public int getMaxColumnsInIndex() {
    return 0;
  }

  @Override
  public int getMaxColumnsInOrderBy() {
    return 0;
  }

  @Override
  public int getMaxColumnsInSelect() {
    return 0;
  }

  @Override
  public int getMaxColumnsInTable() {
    return 0;
  }

  @Override
  public int getMaxConnections() {
    return 0;
  }

  @Override
  public int getMaxCursorNameLength() {
    return 0;
  }

  @Override
  public int getMaxIndexLength() {
    return 0;
  }

  @Override
  public int getMaxSchemaNameLength() {
    return 0;
  }

  @Override
  public int getMaxProcedureNameLength() {
    return 0;
  }

  @Override
  public int getMaxCatalogNameLength() {
    return 0;
  }

  @Override
  public int getMaxRowSize() {
    return 0;
  }

  @Override
  public int getMaxStatementLength() {
    return 0;
  }

  @Override
  public int getMaxStatements() {
    return 0;
  }

  @Override
  public int getMaxTableNameLength() {
    return 0;
  }

  @Override
  public int getMaxTablesInSelect() {
    return 0;
  }

  @Override
  public int getMaxUserNameLength() {
    return 0;
  }

  @Override
  public boolean ownUpdatesAreVisible(int type) {
    return supportsResultSetType(type);
  }

  @Override
  public boolean ownDeletesAreVisible(int type) {
    return supportsResultSetType(type);
  }

  @Override
  public boolean ownInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public boolean updatesAreDetected(int type) {
    return supportsResultSetType(type);
  }

  @Override
  public boolean deletesAreDetected(int type) {
    return supportsResultSetType(type);
  }

  @Override
  public boolean insertsAreDetected(int type) {
    return false;
  }

  @Override
  public long getMaxLogicalLobSize() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_SERIALIZABLE;
  }

  /** READ UNCOMMITTED is executed as READ COMMITTED. */
  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type)
        && (concurrency == ResultSet.CONCUR_READ_ONLY || concurrency == ResultSet.CONCUR_UPDATABLE);
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT
        || holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_VALID_FOREVER;
  }
}
