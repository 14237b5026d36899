package io.mosql.jdbc;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.result.LocalRows;
import io.mosql.jdbc.result.ResultShape;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A collector of the rows of a metadata result. */
final class MetadataRows {
  private final ResultShape shape;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  MetadataRows(List<ColumnInfo> columns) {
    this.shape = new ResultShape(columns);
  }

  /**
   * @param values one for each column, of the class that carries its type, or null
   */
  void add(@Nullable Object... values) {
    if (values.length != shape.size()) {
      throw new IllegalArgumentException(values.length + " values for " + shape.size());
    }
    for (int i = 0; i < values.length; i++) {
      TypeKind kind = shape.kind(i);
      Object value = values[i];
      if (value != null && !kind.carrier().isInstance(value)) {
        throw new IllegalArgumentException(shape.columns().get(i).label());
      }
    }
    rows.add(values);
  }

  ResultSet toResultSet(MosqlConnection connection) {
    return new ScrollableResultSet(connection, null, new LocalRows(shape.columns(), rows), shape);
  }
}
