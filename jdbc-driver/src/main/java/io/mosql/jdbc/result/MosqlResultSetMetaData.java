package io.mosql.jdbc.result;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.Wrappers;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The metadata of the columns of a result. Immutable. */
public final class MosqlResultSetMetaData implements ResultSetMetaData {
  private final List<ColumnInfo> columns;
  private final String catalog;

  public MosqlResultSetMetaData(List<ColumnInfo> columns, String catalog) {
    this.columns = columns;
    this.catalog = catalog;
  }

  private ColumnInfo column(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw DriverErrorMessage.UNDEFINED_COLUMN_NUMBER.sqlException(column, columns.size());
    }
    return columns.get(column - 1);
  }

  private TypeKind kind(int column) throws SQLException {
    return column(column).type().kind();
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    return column(column).autoIncrement();
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return kind(column).isText() && column(column).type().isPlain();
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    column(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return column(column).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return kind(column).isNumeric();
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return JdbcTypes.displaySize(column(column).type());
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return column(column).label();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    ColumnInfo info = column(column);
    return info.column().isEmpty() ? info.label() : info.column();
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    return column(column).schema();
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return JdbcTypes.precision(column(column).type());
  }

  @Override
  public int getScale(int column) throws SQLException {
    return JdbcTypes.scale(column(column).type());
  }

  @Override
  public String getTableName(int column) throws SQLException {
    return column(column).table();
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    return column(column).table().isEmpty() ? "" : catalog;
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return JdbcTypes.code(kind(column));
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return JdbcTypes.name(column(column).type());
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    return column(column).column().isEmpty();
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    return !isReadOnly(column);
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return JdbcTypes.javaClass(kind(column)).getName();
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
