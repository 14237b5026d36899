package io.mosql.jdbc;

import io.mosql.jdbc.MetadataView.ViewRow;
import io.mosql.jdbc.metadata.MetadataColumns;
import io.mosql.jdbc.metadata.SearchPattern;
import io.mosql.jdbc.metadata.SessionCapabilities;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The metadata read from the database, in the transaction of the connection. A connection has one
 * catalog: its database.
 */
abstract class CatalogMetaData extends SessionCapabilities {
  private static final List<String> TABLE_TYPES = List.of("SYSTEM VIEW", "TABLE", "VIEW");
  private static final String PRIMARY_KEY = "PRIMARY KEY";
  private static final int DECIMAL_RADIX = 10;

  private final MosqlConnection connection;

  CatalogMetaData(MosqlConnection connection) {
    this.connection = connection;
  }

  final MosqlConnection connection() {
    return connection;
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
  public final ResultSet getCatalogs() throws SQLException {
    MetadataRows rows = new MetadataRows(MetadataColumns.CATALOGS);
    rows.add(catalog());
    return rows.toResultSet(connection);
  }

  @Override
  public final ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public final ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
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
  public final ResultSet getTableTypes() throws SQLException {
    connection.checkOpen();
    MetadataRows rows = new MetadataRows(MetadataColumns.TABLE_TYPES);
    for (String type : TABLE_TYPES) {
      rows.add(type);
    }
    return rows.toResultSet(connection);
  }

  @Override
  public final ResultSet getTables(
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
  public final ResultSet getColumns(
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
  public final ResultSet getPrimaryKeys(
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
  public final ResultSet getBestRowIdentifier(
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
  public final ResultSet getIndexInfo(
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
            .thenComparing(CatalogMetaData::indexType));
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
  public final ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return foreignKeys(
        catalog,
        table(schema, table),
        MetadataView.by(
            "referenced_schema", "referenced_table", "constraint_name", "ordinal_position"));
  }

  @Override
  public final ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return foreignKeys(
        catalog,
        referenced(schema, table),
        MetadataView.by("schema_name", "table_name", "constraint_name", "ordinal_position"));
  }

  @Override
  public final ResultSet getCrossReference(
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
          importedKeyNotDeferrable);
    }
    return rows.toResultSet(connection);
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
  public final ResultSet getTypeInfo() throws SQLException {
    connection.checkOpen();
    return TypeInfoRows.all().toResultSet(connection);
  }
}
