package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.function.json.JsonItems;
import io.mosql.sql.function.text.TextLengthLimit;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * JSON_AGG, JSON_ARRAYAGG, JSON_OBJECT_AGG and JSON_OBJECTAGG: aggregates the values of a group
 * into a JSON array or object. NULL when there are no rows. Not thread-safe.
 */
final class JsonAggAccumulator implements BufferingAccumulator {
  /** Number of the key field of an array, which has none. */
  static final int NO_KEY = -1;

  private static final Object[] NOTHING = new Object[0];

  private final int keyField;
  private final int field;
  private final SqlType type;
  private final boolean json;
  private final boolean strict;
  private final boolean binary;
  private @Nullable StringBuilder text;

  /**
   * Creates an accumulator without rows.
   *
   * @param type of the values
   * @param strict whether NULLs are omitted
   * @param binary whether the result is JSONB
   */
  JsonAggAccumulator(int keyField, int field, RelDataType type, boolean strict, boolean binary) {
    this.keyField = keyField;
    this.field = field;
    this.type = RelTypes.sqlType(type);
    this.json = JsonType.is(type);
    this.strict = strict;
    this.binary = binary;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    StringBuilder made = text;
    if (made == null) {
      made = new StringBuilder();
      text = made;
    }
    Object value = row[field];
    Object key = keyField == NO_KEY ? "" : row[keyField];
    if (key == null) {
      throw SqlErrorMessage.NULL_FIELD_NAME.error();
    }
    if (value == null && strict) {
      return;
    }
    int before = made.length();
    if (before > 0) {
      made.append(", ");
    }
    if (keyField != NO_KEY) {
      made.append(JsonItems.text(key.toString(), SqlType.TEXT, false)).append(": ");
    }
    made.append(item(value, context));
    TextLengthLimit.check(made.length() + 2L);
    context.charge(NOTHING, 2 * (made.length() - before));
  }

  private String item(@Nullable Object value, ExecutionContext context) {
    return type.isZoned()
        ? JsonItems.text(JsonItems.inZone(value, context.session().zone()), SqlType.TEXT, json)
        : JsonItems.text(value, type, json);
  }

  @Override
  public @Nullable Object result() {
    if (text == null) {
      return null;
    }
    String made = keyField == NO_KEY ? "[" + text + "]" : "{" + text + "}";
    return binary ? Jsonb.parse(made) : made;
  }
}
