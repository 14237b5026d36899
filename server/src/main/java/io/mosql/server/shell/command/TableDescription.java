package io.mosql.server.shell.command;

import io.mosql.server.result.InMemoryRows;
import io.mosql.server.shell.connection.TableName;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Description of a table: its columns and, in formats for display, its indexes and constraints. */
final class TableDescription {
  /** Text lengths from this value on are shown as unlimited. */
  private static final int SIZE_MAX = 1 << 24;

  private final ShellContext workspace;
  private final Connection connection;
  private final DatabaseMetaData meta;
  private final TableName table;
  private final PrintWriter out;

  TableDescription(ShellContext workspace, TableName table) throws ShellException, SQLException {
    this.workspace = workspace;
    this.connection = workspace.link().connection();
    this.meta = connection.getMetaData();
    this.table = table;
    this.out = workspace.output().results();
  }

  void show() throws SQLException, IOException {
    DisplaySettings settings = workspace.settings();
    boolean people = settings.format().isForPeople();
    if (people) {
      String type = table.type().toLowerCase(Locale.ROOT);
      out.println(Character.toUpperCase(type.charAt(0)) + type.substring(1) + " " + table.shown());
    }
    settings.format().write(columns(), out, settings.style());
    if (people && table.isTable()) {
      indexes();
      foreignKeys("Foreign keys:", true);
      foreignKeys("Referenced by:", false);
      checks();
    }
    if (people) {
      out.println();
    }
  }

  private InMemoryRows columns() throws SQLException {
    InMemoryRows rows = InMemoryRows.of("column", "type", "nullable", "default");
    String escape = meta.getSearchStringEscape();
    try (ResultSet found =
        meta.getColumns(
            table.catalog(), escaped(table.schema(), escape), escaped(table.name(), escape), "%")) {
      while (found.next()) {
        // Some drivers require that columns are read in order.
        String name = found.getString("COLUMN_NAME");
        String type =
            type(
                found.getInt("DATA_TYPE"),
                found.getString("TYPE_NAME"),
                found.getInt("COLUMN_SIZE"),
                found.getInt("DECIMAL_DIGITS"));
        boolean nullable = found.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls;
        String otherwise = found.getString("COLUMN_DEF");
        boolean increments = "YES".equals(found.getString("IS_AUTOINCREMENT"));
        String shown = otherwise == null ? "" : otherwise;
        rows.add(name, type, nullable ? "" : "not null", increments ? "auto increment" : shown);
      }
    }
    return rows;
  }

  private static @Nullable String escaped(@Nullable String name, String escape) {
    if (name == null || escape == null || escape.isEmpty()) {
      return name;
    }
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  private static String type(int type, String name, int size, int digits) {
    boolean sized =
        switch (type) {
          case Types.CHAR,
              Types.VARCHAR,
              Types.NCHAR,
              Types.NVARCHAR,
              Types.BINARY,
              Types.VARBINARY,
              Types.BLOB,
              Types.CLOB ->
              size > 0 && size < SIZE_MAX && name.indexOf('(') < 0;
          default -> false;
        };
    if (sized) {
      return name + "(" + size + ")";
    }
    boolean exact = type == Types.DECIMAL || type == Types.NUMERIC;
    return exact && size > 0 ? name + "(" + size + "," + digits + ")" : name;
  }

  private void indexes() throws SQLException {
    // Some databases use different names for a constraint and its index.
    Map<Integer, String> primary = new TreeMap<>();
    try (ResultSet rows = meta.getPrimaryKeys(table.catalog(), table.schema(), table.name())) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        primary.put(rows.getInt("KEY_SEQ"), column);
      }
    }
    List<IndexDescription> shapes = IndexDescription.of(table, meta);
    if (!shapes.isEmpty()) {
      out.println("Indexes:");
    }
    for (IndexDescription shape : shapes) {
      String kind = shape.unique() ? "unique " : "";
      if (shape.unique() && shape.columns().equals(List.copyOf(primary.values()))) {
        kind = "primary key ";
        primary.clear();
      }
      out.println("  " + shape.name() + " " + kind + list(shape.columns()));
    }
  }

  private static String list(List<String> names) {
    return "(" + String.join(", ", names) + ")";
  }

  /** Foreign key from one table to another. */
  private record ForeignKey(
      String from, String to, List<String> columns, List<String> referenced) {}

  /**
   * @param ours whether to show the foreign keys of this table, or those that refer to it
   */
  private void foreignKeys(String title, boolean ours) throws SQLException {
    Map<String, ForeignKey> keys = new LinkedHashMap<>();
    try (ResultSet rows =
        ours
            ? meta.getImportedKeys(table.catalog(), table.schema(), table.name())
            : meta.getExportedKeys(table.catalog(), table.schema(), table.name())) {
      while (rows.next()) {
        String to = qualified(rows.getString("PKTABLE_SCHEM"), rows.getString("PKTABLE_NAME"));
        String referenced = rows.getString("PKCOLUMN_NAME");
        String from = qualified(rows.getString("FKTABLE_SCHEM"), rows.getString("FKTABLE_NAME"));
        String column = rows.getString("FKCOLUMN_NAME");
        String name = rows.getString("FK_NAME");
        ForeignKey key =
            keys.computeIfAbsent(
                from + " " + name,
                any -> new ForeignKey(from, to, new ArrayList<>(), new ArrayList<>()));
        key.columns().add(column);
        key.referenced().add(referenced);
      }
    }
    if (!keys.isEmpty()) {
      out.println(title);
    }
    keys.forEach(
        (name, key) ->
            out.println(
                "  "
                    + (ours ? name.substring(key.from().length() + 1) + " " : key.from() + " ")
                    + list(key.columns())
                    + " references "
                    + key.to()
                    + " "
                    + list(key.referenced())));
  }

  /** Returns a table name, without the schema if it is the schema of this table. */
  private String qualified(@Nullable String schema, String name) {
    return schema == null || schema.isEmpty() || schema.equals(table.schema())
        ? name
        : schema + "." + name;
  }

  /** Prints check constraints, for which JDBC has no metadata method. */
  private void checks() throws SQLException {
    if (!meta.getDatabaseProductName().toLowerCase(Locale.ROOT).contains("mosql")) {
      return;
    }
    String sql =
        "SELECT constraint_name, check_clause FROM mosql.constraints"
            + " WHERE schema_name = ? AND table_name = ? AND constraint_type = 'CHECK'"
            + " ORDER BY constraint_name";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table.schema());
      statement.setString(2, table.name());
      try (ResultSet rows = statement.executeQuery()) {
        for (boolean first = true; rows.next(); first = false) {
          out.print(first ? "Checks:\n" : "");
          out.println("  " + rows.getString(1) + " (" + rows.getString(2) + ")");
        }
      }
    }
  }
}
