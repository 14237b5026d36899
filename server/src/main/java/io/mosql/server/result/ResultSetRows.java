package io.mosql.server.result;

import io.mosql.server.csv.TableExport;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Row source of a JDBC result set, which the caller closes. */
public final class ResultSetRows implements RowSource {
  private final ResultSet rows;
  private final int[] types;
  private final List<Column> columns = new ArrayList<>();

  public ResultSetRows(ResultSet rows) throws SQLException {
    this.rows = rows;
    ResultSetMetaData meta = rows.getMetaData();
    this.types = new int[meta.getColumnCount()];
    for (int i = 0; i < types.length; i++) {
      types[i] = meta.getColumnType(i + 1);
      columns.add(new Column(meta.getColumnLabel(i + 1), kind(types[i])));
    }
  }

  private static Kind kind(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          Kind.NUMBER;
      case Types.BOOLEAN, Types.BIT -> Kind.BOOLEAN;
      default -> Kind.TEXT;
    };
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean next() throws SQLException {
    return rows.next();
  }

  @Override
  public @Nullable String text(int column) throws SQLException {
    return TableExport.text(rows, column + 1, types[column]);
  }
}
