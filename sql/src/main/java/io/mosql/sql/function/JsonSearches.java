package io.mosql.sql.function;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether JSON contains other JSON, and PostgreSQL's functions of paths: of a document, a path of
 * the standard, an object with the values of its variables, and whether errors of the document are
 * kept silent. NULL when an argument is. Pure.
 */
final class JsonSearches {
  private JsonSearches() {}

  static void define(FunctionTable.Definitions all) {
    all.strict("JSON_CONTAINS JSONB_CONTAINS", SqlType.BOOLEAN, "jj", v -> contains(v, 0, 1));
    all.strict("JSONB_CONTAINED", SqlType.BOOLEAN, "jj", v -> contains(v, 1, 0));
    all.loose("JSONB_PATH_EXISTS", SqlType.BOOLEAN, "js|ja", v -> unlessSilent(v, exists()));
    all.loose("JSONB_PATH_MATCH", SqlType.BOOLEAN, "js|ja", v -> unlessSilent(v, match()));
    all.looseJson("JSONB_PATH_QUERY_FIRST", "js|ja", v -> unlessSilent(v, first()));
    all.looseJson("JSONB_PATH_QUERY_ARRAY", "js|ja", v -> unlessSilent(v, array()));
  }

  /** What is made of the values that a path leads to. */
  private interface Result {
    @Nullable Object of(List<JsonNode> found);
  }

  private static Result exists() {
    return found -> !found.isEmpty();
  }

  private static Result first() {
    return found -> found.isEmpty() ? null : JsonText.write(found.get(0));
  }

  private static Result array() {
    return found -> JsonText.write(JsonText.array(found));
  }

  private static Result match() {
    return found -> {
      JsonNode one = found.size() == 1 ? found.get(0) : null;
      if (one != null && one.isBoolean()) {
        return one.booleanValue();
      }
      if (one != null && one.isNull()) {
        return null;
      }
      throw FunctionTable.error(
          SqlState.SINGLETON_JSON_ITEM_REQUIRED, "single boolean result is expected");
    };
  }

  private static @Nullable Object unlessSilent(@Nullable Object[] v, Result result) {
    if (Arrays.asList(v).contains(null)) {
      return null;
    }
    JsonNode variables = v.length > 2 ? node(v, 2) : null;
    if (variables != null && !variables.isObject()) {
      throw FunctionTable.error(
          SqlState.INVALID_PARAMETER, "the values of a JSON path's variables must be an object");
    }
    try {
      return result.of(((StandardPath) Objects.requireNonNull(v[1])).in(node(v, 0), variables));
    } catch (MosqlException e) {
      if (v.length > 3 && Boolean.TRUE.equals(v[3]) && e.state() != SqlState.UNDEFINED_OBJECT) {
        return null;
      }
      throw e;
    }
  }

  private static JsonNode node(@Nullable Object[] v, int index) {
    return (JsonNode) Objects.requireNonNull(v[index]);
  }

  private static boolean contains(@Nullable Object[] v, int whole, int part) {
    JsonNode in = node(v, whole);
    JsonNode sought = node(v, part);
    // an array contains a scalar as if it were an item, but only here
    return in.isArray() && sought.isValueNode() ? hasItem(in, sought) : contains(in, sought);
  }

  /** Each field with a value that contains that of the part; each item in some item; or equal. */
  private static boolean contains(JsonNode whole, JsonNode part) {
    if (whole.isObject() && part.isObject()) {
      for (java.util.Map.Entry<String, JsonNode> field : part.properties()) {
        JsonNode value = whole.get(field.getKey());
        if (value == null || !contains(value, field.getValue())) {
          return false;
        }
      }
      return true;
    }
    if (whole.isArray() && part.isArray()) {
      for (JsonNode item : part) {
        if (!hasItem(whole, item)) {
          return false;
        }
      }
      return true;
    }
    return whole.isNumber() && part.isNumber()
        ? whole.decimalValue().compareTo(part.decimalValue()) == 0
        : whole.isValueNode() && whole.equals(part);
  }

  private static boolean hasItem(JsonNode array, JsonNode sought) {
    for (JsonNode item : array) {
      if (contains(item, sought)) {
        return true;
      }
    }
    return false;
  }
}
