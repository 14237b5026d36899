package io.mosql.server.shell.connection;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Qualified name of a table or view.
 *
 * @param catalog null where databases have none
 * @param schema null where databases have none
 * @param type table type reported by the driver
 */
public record TableName(
    @Nullable String catalog, @Nullable String schema, String name, String type) {
  private static final Set<String> TABLE_TYPES =
      Set.of(
          "TABLE",
          "BASE TABLE",
          "PARTITIONED TABLE",
          "FOREIGN TABLE",
          "GLOBAL TEMPORARY",
          "LOCAL TEMPORARY",
          "TEMPORARY TABLE");

  public boolean isTable() {
    return TABLE_TYPES.contains(type);
  }

  public boolean isView() {
    return type.endsWith("VIEW");
  }

  /** Returns schema and name for display. */
  public String shown() {
    return schema == null || schema.isEmpty() ? name : schema + "." + name;
  }

  /** Lists all tables and views of the connection's database, in the driver's order. */
  public static List<TableName> all(@Nullable String catalog, DatabaseMetaData meta)
      throws SQLException {
    List<TableName> all = new ArrayList<>();
    try (ResultSet rows = meta.getTables(catalog, null, "%", null)) {
      while (rows.next()) {
        String type = rows.getString("TABLE_TYPE");
        TableName table =
            new TableName(
                rows.getString("TABLE_CAT"),
                rows.getString("TABLE_SCHEM"),
                rows.getString("TABLE_NAME"),
                type == null ? "" : type);
        if (table.isTable() || table.isView()) {
          all.add(table);
        }
      }
    }
    return all;
  }
}
