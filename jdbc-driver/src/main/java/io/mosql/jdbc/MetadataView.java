package io.mosql.jdbc;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The views of schema {@code mosql} that metadata reads, with the required columns. The SQL is
 * minimal; matching of names, joins and ordering are done in the driver.
 */
enum MetadataView {
  SCHEMAS("schemas", "schema_name"),
  TABLES("tables", "schema_name", "table_name", "table_type", "remarks", "row_count"),
  COLUMNS(
      "columns",
      "schema_name",
      "table_name",
      "column_name",
      "ordinal_position",
      "type_name",
      "data_type",
      "column_size",
      "decimal_digits",
      "is_nullable",
      "column_default",
      "is_autoincrement",
      "remarks",
      "is_generated"),
  INDEXES(
      "indexes",
      "schema_name",
      "table_name",
      "index_name",
      "is_unique",
      "is_primary",
      "ordinal_position",
      "column_name",
      "is_descending"),
  CONSTRAINTS(
      "constraints",
      "schema_name",
      "table_name",
      "constraint_name",
      "constraint_type",
      "deferrability"),
  KEY_COLUMNS(
      "key_columns",
      "schema_name",
      "table_name",
      "constraint_name",
      "ordinal_position",
      "column_name"),
  FOREIGN_KEYS(
      "foreign_keys",
      "schema_name",
      "table_name",
      "constraint_name",
      "ordinal_position",
      "column_name",
      "referenced_schema",
      "referenced_table",
      "referenced_constraint",
      "referenced_column",
      "delete_rule",
      "update_rule",
      "deferrability"),
  FUNCTIONS("functions", "schema_name", "function_name", "specific_name", "function_type"),
  FUNCTION_COLUMNS(
      "function_columns",
      "schema_name",
      "function_name",
      "specific_name",
      "ordinal_position",
      "column_name",
      "column_type",
      "type_name",
      "data_type",
      "column_size",
      "decimal_digits");

  private static final @Nullable Object[] NO_PARAMETERS = {};

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> columns;

  private final String sql;

  MetadataView(String name, String... columns) {
    this.columns = List.of(columns);
    this.sql = "SELECT * FROM mosql." + name;
  }

  String sql() {
    return sql;
  }

  List<String> columns() {
    return columns;
  }

  /** All rows of the view, in the session's transaction. */
  List<ViewRow> read(SessionLock gate) throws SQLException {
    Session session = gate.acquire(null);
    try (PreparedStatementHandle handle = session.prepare(sql, List.of());
        Rows rows = (Rows) session.execute(handle, NO_PARAMETERS, ExecutionOptions.DEFAULT)) {
      List<String> present = handle.columns().stream().map(ColumnInfo::label).toList();
      List<ViewRow> all = new ArrayList<>();
      while (rows.next()) {
        all.add(new ViewRow(this, present, rows.row().clone()));
      }
      return all;
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      gate.release();
    }
  }

  /**
   * A row of a view, with values by column name; NULL for a column that an older server does not
   * have.
   */
  static final class ViewRow {
    private final MetadataView view;
    private final List<String> present;
    private final @Nullable Object[] values;

    ViewRow(MetadataView view, List<String> present, @Nullable Object[] values) {
      this.view = view;
      this.present = present;
      this.values = values;
    }

    private @Nullable Object value(String column) {
      if (!view.columns.contains(column)) {
        throw new IllegalArgumentException(view + "." + column);
      }
      int index = present.indexOf(column);
      return index < 0 ? null : values[index];
    }

    /** Text, empty for NULL; used for names, which are never NULL. */
    String text(String column) {
      return Objects.toString(value(column), "");
    }

    @Nullable String textOrNull(String column) {
      Object value = value(column);
      return value == null ? null : value.toString();
    }

    @Nullable Integer intOrNull(String column) {
      return value(column) instanceof Number number ? clamp(number.longValue()) : null;
    }

    int integer(String column) {
      return value(column) instanceof Number number ? clamp(number.longValue()) : 0;
    }

    @Nullable Long longOrNull(String column) {
      return value(column) instanceof Number number ? number.longValue() : null;
    }

    boolean is(String column) {
      return Boolean.TRUE.equals(value(column));
    }

    /** Whether it belongs to the same table as a row of any view. */
    boolean sameTable(ViewRow other) {
      return text("schema_name").equals(other.text("schema_name"))
          && text("table_name").equals(other.text("table_name"));
    }

    private static int clamp(long value) {
      return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }
  }

  /**
   * Comparator of rows by these columns, numbers numerically; without columns the order is
   * unchanged.
   */
  static Comparator<ViewRow> by(String... columns) {
    return (a, b) -> {
      for (String column : columns) {
        int order =
            a.value(column) instanceof Number
                ? Integer.compare(a.integer(column), b.integer(column))
                : a.text(column).compareTo(b.text(column));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }
}
