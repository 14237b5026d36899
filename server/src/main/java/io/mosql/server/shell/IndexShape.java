package io.mosql.server.shell;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An index of a table.
 *
 * @param columns as they are shown, in order
 */
record IndexShape(String name, boolean unique, List<String> columns) {
  static List<IndexShape> of(TableName table, DatabaseMetaData meta) throws SQLException {
    Map<String, IndexShape> shapes = new LinkedHashMap<>();
    try (ResultSet rows =
        meta.getIndexInfo(table.catalog(), table.schema(), table.name(), false, true)) {
      while (rows.next()) {
        String name = rows.getString("INDEX_NAME");
        String column = rows.getString("COLUMN_NAME");
        if (name == null || column == null) {
          continue; // Statistics of the table.
        }
        boolean unique = !rows.getBoolean("NON_UNIQUE");
        boolean descending = "D".equals(rows.getString("ASC_OR_DESC"));
        shapes
            .computeIfAbsent(name, key -> new IndexShape(name, unique, new ArrayList<>()))
            .columns()
            .add(descending ? column + " DESC" : column);
      }
    }
    return List.copyOf(shapes.values());
  }
}
