package io.mosql.sql.function.json;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts SQL values to parts of JSON. Pure. */
public final class JsonItems {
  /** An offset without minutes, after a time. */
  private static final Pattern SHORT_OFFSET = Pattern.compile("(T.*[+-][0-9]{2})( BC)?$");

  private JsonItems() {}

  /**
   * A value as JSON text: numbers, booleans and JSON values unchanged, all others as strings, dates
   * and times by ISO 8601.
   *
   * @param type type of the value; moments, elements too, are passed as {@link #inZone} has them
   * @param json whether the value is a text that is known to be JSON
   * @throws io.mosql.core.error.MosqlException 22032 when the text is not valid JSON
   */
  public static String text(@Nullable Object value, SqlType type, boolean json) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Jsonb known) {
      return known.toString();
    }
    if (json) {
      return JsonText.write(JsonText.parse(value.toString()));
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? number(new BigDecimal(value.toString()).stripTrailingZeros())
          : JsonText.quote(value.toString());
    }
    if (value instanceof BigDecimal number) {
      return number(number);
    }
    if (value instanceof Boolean || type.kind().isNumeric()) {
      return value.toString();
    }
    if (value instanceof SqlArray array) {
      return array(array, 0, 0);
    }
    String text = Coercion.shown(value, type);
    return switch (type.kind()) {
      case TIMESTAMP -> JsonText.quote(withT(text));
      default -> JsonText.quote(text);
    };
  }

  /** An array of JSON, nested as the dimensions are. */
  private static String array(SqlArray array, int dimension, int base) {
    StringJoiner items = new StringJoiner(",", "[", "]");
    for (int i = 0; dimension < array.dimensions() && i < array.length(dimension); i++) {
      int place = base * array.length(dimension) + i;
      items.add(
          dimension == array.dimensions() - 1
              ? text(array.item(place), array.element(), false)
              : array(array, dimension + 1, place));
    }
    return items.toString();
  }

  /** A moment, or each one of an array, as ISO 8601 writes it in a zone. */
  public static @Nullable Object inZone(@Nullable Object moment, ZoneId zone) {
    if (moment instanceof SqlArray array) {
      return array.map(SqlType.TEXT, item -> inZone(item, zone));
    }
    Object text = Coercion.cast(moment, SqlType.TIMESTAMPTZ, SqlType.TEXT, zone);
    return text == null
        ? null
        : SHORT_OFFSET.matcher(withT(text.toString())).replaceFirst("$1:00$2");
  }

  /** Puts a T between date and time; keeps the blank before BC. */
  private static String withT(String text) {
    return text.replaceFirst(" ", "T");
  }

  private static String number(BigDecimal number) {
    return Math.abs((long) number.scale()) > 100 ? number.toString() : number.toPlainString();
  }
}
