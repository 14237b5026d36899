package io.mosql.sql.function.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON objects as rows with the columns of a column definition list, by field name.
 * Immutable.
 */
public final class JsonRecordReader {
  private final List<String> names;
  private final List<RelDataType> types;

  public JsonRecordReader(List<String> names, List<RelDataType> types) {
    this.names = List.copyOf(names);
    this.types = List.copyOf(types);
  }

  /**
   * The row of an object; NULL for missing fields.
   *
   * @param object object as passed by the function
   * @throws io.mosql.core.error.MosqlException class 22 where a field is no value of its type
   */
  public @Nullable Object[] row(Object object) {
    @Nullable Object[] row = new @Nullable Object[names.size()];
    for (int i = 0; i < row.length; i++) {
      JsonNode field = ((JsonNode) object).get(names.get(i));
      if (field != null && !field.isNull()) {
        row[i] = value(field, types.get(i));
      }
    }
    return row;
  }

  private static @Nullable Object value(JsonNode field, RelDataType type) {
    SqlType wanted = RelTypes.sqlType(type);
    if (wanted.kind() == TypeKind.JSONB) {
      return JsonText.jsonb(field);
    }
    if (JsonType.is(type)) {
      return JsonText.write(field);
    }
    return Coercion.cast(JsonText.unquoted(field), SqlType.TEXT, wanted);
  }
}
