package io.mosql.sql.function.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON objects as rows with the columns of a column definition list, by field name.
 * Immutable.
 */
public final class JsonRecordReader {
  private final List<Field> fields;

  /**
   * A column.
   *
   * @param json whether it is of type JSON, whose values are texts
   */
  public record Field(String name, SqlType type, boolean json) {}

  public JsonRecordReader(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /**
   * The row of an object; NULL for missing fields.
   *
   * @param object object as passed by the function
   * @throws io.mosql.core.error.MosqlException class 22 where a field is no value of its type
   */
  public @Nullable Object[] row(Object object) {
    @Nullable Object[] row = new @Nullable Object[fields.size()];
    for (int i = 0; i < row.length; i++) {
      Field field = fields.get(i);
      JsonNode item = ((JsonNode) object).get(field.name());
      if (item != null && !item.isNull()) {
        row[i] = value(item, field);
      }
    }
    return row;
  }

  private static @Nullable Object value(JsonNode item, Field field) {
    SqlType wanted = field.type();
    if (wanted.kind() == TypeKind.JSONB) {
      return JsonText.jsonb(item);
    }
    if (field.json()) {
      return JsonText.write(item);
    }
    Object value = Coercion.cast(JsonText.unquoted(item), SqlType.TEXT, wanted);
    return wanted.kind().isText() ? value : Coercion.assign(value, wanted);
  }
}
