package io.mosql.sql.function.library;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Set-returning JSON functions: fields, elements, keys, and path results. Pure. */
public final class JsonRowLibrary {
  private JsonRowLibrary() {}

  public static Map<String, RowFunction> table() {
    Map<String, RowFunction> all = new HashMap<>();
    for (String prefix : List.of("JSON", "JSONB")) {
      boolean binary = prefix.equals("JSONB");
      RowFunction.Content json = binary ? RowFunction.Content.JSONB : RowFunction.Content.JSON;
      RowFunction.Content text = RowFunction.Content.TEXT_OR_NULL;
      String one = binary ? "B" : "j";
      add(all, prefix + "_EACH", one, v -> fields(v, prefix + "_each", binary, false), json);
      add(
          all,
          prefix + "_EACH_TEXT",
          one,
          v -> fields(v, prefix + "_each_text", binary, true),
          text);
      addOne(all, prefix + "_ARRAY_ELEMENTS", "value", one, v -> items(v, binary, false), json);
      addOne(all, prefix + "_ARRAY_ELEMENTS_TEXT", "value", one, v -> items(v, binary, true), text);
      String keys = prefix + "_OBJECT_KEYS";
      addOne(
          all,
          keys,
          keys.toLowerCase(Locale.ROOT),
          one,
          v -> keys(v, keys.toLowerCase(Locale.ROOT)),
          RowFunction.Content.TEXT);
    }
    for (String prefix : List.of("JSON", "JSONB")) {
      String one = prefix.equals("JSON") ? "j" : "B";
      add(all, prefix + "_TO_RECORD", one + "|ta**", v -> records(v, false), List.of());
      add(all, prefix + "_TO_RECORDSET", one + "|ta**", v -> records(v, true), List.of());
      add(all, prefix + RowFunction.POPULATE, one + "tt", v -> records(v, false), List.of());
      add(all, prefix + RowFunction.POPULATE + "SET", one + "tt", v -> records(v, true), List.of());
    }
    addOne(
        all,
        "JSONB_PATH_QUERY",
        "jsonb_path_query",
        "Bs|Ba",
        JsonRowLibrary::found,
        RowFunction.Content.JSONB);
    return Map.copyOf(all);
  }

  private static void add(
      Map<String, RowFunction> all,
      String name,
      String signature,
      ScalarFunction.Body body,
      RowFunction.Content value) {
    add(
        all,
        name,
        signature,
        body,
        List.of(
            new RowFunction.Column("key", RowFunction.Content.TEXT),
            new RowFunction.Column("value", value)));
  }

  private static void addOne(
      Map<String, RowFunction> all,
      String name,
      String column,
      String signature,
      ScalarFunction.Body body,
      RowFunction.Content content) {
    add(all, name, signature, body, List.of(new RowFunction.Column(column, content)));
  }

  private static void add(
      Map<String, RowFunction> all,
      String name,
      String signature,
      ScalarFunction.Body body,
      List<RowFunction.Column> columns) {
    ScalarFunction rows =
        ScalarFunction.of(
            name, null, signature, !columns.isEmpty(), ScalarFunction.Json.NONE, body);
    all.put(name, new RowFunction(name, rows, columns));
  }

  /** The rows of JSON objects, one for each object. */
  private static @Nullable List<@Nullable Object[]> records(@Nullable Object[] v, boolean set) {
    if (v[0] == null && set) {
      return null;
    }
    JsonNode node = v[0] == null ? JsonText.emptyObject() : node(v);
    if (set && !node.isArray()) {
      throw SqlErrorMessage.JSON_RECORDS_OF_KIND.error(node.isObject() ? "an object" : "a scalar");
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (JsonNode one : set ? node : JsonText.array(List.of(node))) {
      if (!one.isObject()) {
        throw SqlErrorMessage.JSON_RECORD_OF_NO_OBJECT.error();
      }
      rows.add(new @Nullable Object[] {one});
    }
    return rows;
  }

  private static JsonNode node(@Nullable Object[] v) {
    return (JsonNode) Objects.requireNonNull(v[0]);
  }

  private static @Nullable Object value(JsonNode node, boolean binary, boolean text) {
    if (text) {
      return node.isNull() ? null : JsonText.unquoted(node);
    }
    return binary ? JsonText.jsonb(node) : (Object) JsonText.write(node);
  }

  private static List<@Nullable Object[]> fields(
      @Nullable Object[] v, String name, boolean binary, boolean text) {
    JsonNode node = node(v);
    if (!node.isObject()) {
      throw binary
          ? SqlErrorMessage.JSON_CALL_ON_KIND.error(name, "a non-object")
          : SqlErrorMessage.JSON_DECONSTRUCTED.error(
              node.isArray() ? "an array as an object" : "a scalar");
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      rows.add(new @Nullable Object[] {field.getKey(), value(field.getValue(), binary, text)});
    }
    return rows;
  }

  private static List<@Nullable Object[]> items(
      @Nullable Object[] v, boolean binary, boolean text) {
    JsonNode node = node(v);
    if (!node.isArray()) {
      throw SqlErrorMessage.JSON_ELEMENTS_OF_KIND.error(node.isObject() ? "an object" : "a scalar");
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (JsonNode item : node) {
      rows.add(new @Nullable Object[] {value(item, binary, text)});
    }
    return rows;
  }

  private static List<@Nullable Object[]> keys(@Nullable Object[] v, String name) {
    JsonNode node = node(v);
    if (!node.isObject()) {
      throw SqlErrorMessage.JSON_CALL_ON_KIND.error(name, node.isArray() ? "an array" : "a scalar");
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    node.fieldNames().forEachRemaining(key -> rows.add(new @Nullable Object[] {key}));
    return rows;
  }

  private static List<@Nullable Object[]> found(@Nullable Object[] v) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (JsonNode node : JsonSearchLibrary.found(v)) {
      rows.add(new @Nullable Object[] {JsonText.jsonb(node)});
    }
    return rows;
  }
}
