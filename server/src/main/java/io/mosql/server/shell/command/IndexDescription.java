package io.mosql.server.shell.command;

import io.mosql.server.shell.connection.TableName;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Description of an index of a table.
 *
 * @param columns column names as displayed, in order
 */
record IndexDescription(String name, boolean unique, List<String> columns) {
  static List<IndexDescription> of(TableName table, DatabaseMetaData meta) throws SQLException {
    Map<String, IndexDescription> shapes = new LinkedHashMap<>();
    try (ResultSet rows =
        meta.getIndexInfo(table.catalog(), table.schema(), table.name(), false, true)) {
      while (rows.next()) {
        String name = rows.getString("INDEX_NAME");
        String column = rows.getString("COLUMN_NAME");
        if (name == null || column == null) {
          continue; // Table statistics are not an index.
        }
        boolean unique = !rows.getBoolean("NON_UNIQUE");
        boolean descending = "D".equals(rows.getString("ASC_OR_DESC"));
        shapes
            .computeIfAbsent(name, key -> new IndexDescription(name, unique, new ArrayList<>()))
            .columns()
            .add(descending ? column + " DESC" : column);
      }
    }
    return List.copyOf(shapes.values());
  }
}
