package io.mosql.jdbc;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.MetadataView.ViewRow;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.result.ResultShape;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of rows through an updatable result set: each becomes an INSERT, UPDATE or DELETE of
 * the table, by its primary key, with RETURNING for the stored values. Values are bound by the
 * setters of prepared statements, and so converted as there. Used by the thread of the result set.
 */
final class RowEditor {
  private static final String PRIMARY_KEY = "PRIMARY KEY";

  private final MosqlConnection connection;
  private final ResultShape shape;
  private final String table;

  /** The one-based columns of the result with the primary key. */
  private final List<Integer> key;

  /** The one-based columns of the result that are columns of the table. */
  private final List<Integer> columns;

  /** The new values of the current row or of the insert row, by column. */
  private final Map<Integer, Binder> pending = new LinkedHashMap<>();

  private final Map<@Nullable Object[], Change> changes = new IdentityHashMap<>();

  /** The current row, while the cursor is on the insert row. */
  private @Nullable Object @Nullable [] behindInsertRow;

  private boolean onInsertRow;

  /** Sets a value as a parameter of a statement. */
  @FunctionalInterface
  interface Binder {
    void bind(PreparedStatement statement, int index) throws SQLException;
  }

  private enum Change {
    UPDATED,
    DELETED
  }

  private RowEditor(
      MosqlConnection connection, ResultShape shape, List<Integer> columns, List<Integer> key) {
    this.connection = connection;
    this.shape = shape;
    this.columns = columns;
    this.key = key;
    ColumnInfo first = column(key.get(0));
    this.table = quoted(first.schema()) + "." + quoted(first.table());
  }

  /**
   * The editor of a result; null when its rows cannot be changed: it is not of one table, or does
   * not have all columns of its primary key.
   */
  static @Nullable RowEditor of(MosqlConnection connection, ResultShape shape, String sql)
      throws SQLException {
    if (!SingleTableQuery.matches(sql)) {
      return null;
    }
    Map<String, Integer> columns = new LinkedHashMap<>();
    ColumnInfo table = null;
    for (int i = 0; i < shape.size(); i++) {
      ColumnInfo column = shape.columns().get(i);
      if (column.table().isEmpty() || column.column().isEmpty()) {
        continue;
      }
      if (table != null
          && !(table.table().equals(column.table()) && table.schema().equals(column.schema()))) {
        return null;
      }
      table = column;
      columns.putIfAbsent(column.column(), i + 1);
    }
    List<String> names = table == null ? List.of() : keyOf(connection, table);
    List<Integer> key = new ArrayList<>();
    for (String name : names) {
      Integer position = columns.get(name);
      if (position == null) {
        return null;
      }
      key.add(position);
    }
    return key.isEmpty()
        ? null
        : new RowEditor(connection, shape, List.copyOf(columns.values()), key);
  }

  /** The columns of the primary key; empty for a table without one, and for a view. */
  private static List<String> keyOf(MosqlConnection connection, ColumnInfo table)
      throws SQLException {
    SessionLock gate = connection.sessionLock();
    String name = null;
    for (ViewRow row : MetadataView.CONSTRAINTS.read(gate)) {
      if (isOf(row, table) && row.text("constraint_type").equals(PRIMARY_KEY)) {
        name = row.text("constraint_name");
      }
    }
    List<String> columns = new ArrayList<>();
    if (name != null) {
      for (ViewRow row : MetadataView.KEY_COLUMNS.read(gate)) {
        if (isOf(row, table) && row.text("constraint_name").equals(name)) {
          columns.add(row.text("column_name"));
        }
      }
    }
    return columns;
  }

  private static boolean isOf(ViewRow row, ColumnInfo table) {
    return row.text("schema_name").equals(table.schema())
        && row.text("table_name").equals(table.table());
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private ColumnInfo column(int position) {
    return shape.columns().get(position - 1);
  }

  private String name(int position) {
    return quoted(column(position).column());
  }

  /** Called when the cursor moves: values that were not stored are discarded. */
  void moved() {
    pending.clear();
    onInsertRow = false;
    behindInsertRow = null;
  }

  /** Whether the row was deleted through this result set. */
  boolean isDeleted(@Nullable Object @Nullable [] row) {
    return row != null && changes.get(row) == Change.DELETED;
  }

  boolean isUpdated(@Nullable Object @Nullable [] row) {
    return row != null && changes.get(row) == Change.UPDATED;
  }

  /** Sets a value of the current row or of the insert row, which is stored later. */
  void set(int position, @Nullable Object @Nullable [] row, Binder value) throws SQLException {
    if (position < 1 || position > shape.size()) {
      throw DriverErrorMessage.UNDEFINED_COLUMN_NUMBER.sqlException(position, shape.size());
    }
    if (!onInsertRow) {
      checkRow(row);
    }
    if (!columns.contains(position)) {
      throw DriverErrorMessage.COLUMN_NOT_UPDATABLE.sqlException(column(position).label());
    }
    pending.put(position, value);
  }

  private @Nullable Object[] checkRow(@Nullable Object @Nullable [] row) throws SQLException {
    if (onInsertRow) {
      throw DriverErrorMessage.ON_INSERT_ROW.sqlException();
    }
    if (row == null) {
      throw DriverErrorMessage.RESULT_SET_NOT_ON_ROW.sqlException();
    }
    if (isDeleted(row)) {
      throw DriverErrorMessage.ROW_DELETED.sqlException();
    }
    return row;
  }

  /** Moves to the insert row; returns its values. */
  @Nullable Object[] moveToInsertRow(@Nullable Object @Nullable [] row) {
    if (!onInsertRow) {
      behindInsertRow = row;
    }
    pending.clear();
    onInsertRow = true;
    return new @Nullable Object[shape.size()];
  }

  /** Moves back from the insert row; returns the current row. */
  @Nullable Object @Nullable [] moveToCurrentRow(@Nullable Object @Nullable [] row) {
    if (!onInsertRow) {
      return row;
    }
    @Nullable Object[] current = behindInsertRow;
    moved();
    return current;
  }

  void cancel(@Nullable Object @Nullable [] row) throws SQLException {
    checkRow(row);
    pending.clear();
  }

  /** Inserts the values of the insert row, and defaults for the others. */
  void insert() throws SQLException {
    if (!onInsertRow) {
      throw DriverErrorMessage.NOT_ON_INSERT_ROW.sqlException();
    }
    List<Integer> set = List.copyOf(pending.keySet());
    String sql =
        set.isEmpty()
            ? "INSERT INTO " + table + " DEFAULT VALUES"
            : "INSERT INTO %s (%s) VALUES (%s)"
                .formatted(
                    table,
                    set.stream().map(this::name).collect(Collectors.joining(", ")),
                    set.stream().map(column -> "?").collect(Collectors.joining(", ")));
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      bindPending(insert);
      insert.executeUpdate();
    }
    pending.clear();
  }

  private int bindPending(PreparedStatement statement) throws SQLException {
    int index = 1;
    for (Binder value : pending.values()) {
      value.bind(statement, index++);
    }
    return index;
  }

  /** Stores the new values; returns the row as it is stored. */
  @Nullable Object[] update(MosqlResultSet rows, @Nullable Object @Nullable [] row)
      throws SQLException {
    @Nullable Object[] current = checkRow(row);
    if (pending.isEmpty()) {
      return current;
    }
    String sql =
        "UPDATE %s SET %s WHERE %s RETURNING %s"
            .formatted(
                table,
                pending.keySet().stream()
                    .map(column -> name(column) + " = ?")
                    .collect(Collectors.joining(", ")),
                byKey(),
                columnList());
    @Nullable Object[] stored;
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      bindKey(update, bindPending(update), rows);
      stored = onlyRow(update, current);
    }
    pending.clear();
    changes.remove(current);
    changes.put(stored, Change.UPDATED);
    return stored;
  }

  /** Reads the row again; values that were not stored are discarded. */
  @Nullable Object[] refresh(MosqlResultSet rows, @Nullable Object @Nullable [] row)
      throws SQLException {
    @Nullable Object[] current = checkRow(row);
    pending.clear();
    String sql = "SELECT %s FROM %s WHERE %s".formatted(columnList(), table, byKey());
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      bindKey(select, 1, rows);
      @Nullable Object[] stored = onlyRow(select, current);
      Change change = changes.remove(current);
      if (change != null) {
        changes.put(stored, change);
      }
      return stored;
    }
  }

  void delete(MosqlResultSet rows, @Nullable Object @Nullable [] row) throws SQLException {
    @Nullable Object[] current = checkRow(row);
    String sql = "DELETE FROM %s WHERE %s".formatted(table, byKey());
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      bindKey(delete, 1, rows);
      if (delete.executeUpdate() == 0) {
        throw DriverErrorMessage.ROW_VANISHED.sqlException();
      }
    }
    pending.clear();
    changes.put(current, Change.DELETED);
  }

  private String byKey() {
    return key.stream().map(column -> name(column) + " = ?").collect(Collectors.joining(" AND "));
  }

  private String columnList() {
    return columns.stream().map(this::name).collect(Collectors.joining(", "));
  }

  private void bindKey(PreparedStatement statement, int from, MosqlResultSet rows)
      throws SQLException {
    int index = from;
    for (int column : key) {
      statement.setObject(index++, keyValue(rows, column));
    }
  }

  /** A value of the key of the current row, in a class that is bound without a loss. */
  private @Nullable Object keyValue(MosqlResultSet rows, int column) throws SQLException {
    TypeKind kind = shape.kind(column - 1);
    return switch (kind) {
      case DATE -> rows.getObject(column, LocalDate.class);
      case TIME -> rows.getObject(column, LocalTime.class);
      case TIMESTAMP -> rows.getObject(column, LocalDateTime.class);
      case TIMESTAMPTZ -> rows.getObject(column, OffsetDateTime.class);
      default -> rows.getObject(column);
    };
  }

  /** The row that the statement returns, in the columns of the result. */
  private @Nullable Object[] onlyRow(PreparedStatement statement, @Nullable Object[] old)
      throws SQLException {
    try (ResultSet returned = statement.executeQuery()) {
      if (!returned.next()) {
        throw DriverErrorMessage.ROW_VANISHED.sqlException();
      }
      @Nullable Object[] values = Objects.requireNonNull(((MosqlResultSet) returned).row);
      @Nullable Object[] row = old.clone();
      for (int i = 0; i < shape.size(); i++) {
        int position = indexOf(shape.columns().get(i));
        if (position >= 0) {
          row[i] = values[position];
        }
      }
      // The rest of the rows, of which there is none, so that the statement has ended.
      returned.next();
      return row;
    }
  }

  /** The place of a column among those of the table; -1 when it is none of them. */
  private int indexOf(ColumnInfo column) {
    for (int i = 0; i < columns.size(); i++) {
      if (!column.column().isEmpty() && column.column().equals(column(columns.get(i)).column())) {
        return i;
      }
    }
    return -1;
  }
}
