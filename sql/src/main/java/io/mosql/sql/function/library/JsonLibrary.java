package io.mosql.sql.function.library;

import static io.mosql.sql.function.define.ScalarFunction.unlessNull;
import static io.mosql.sql.function.library.TextLibrary.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.json.JsonKey;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.json.MysqlJsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Functions of JSON texts, by the names of MySQL and PostgreSQL; 22032 for invalid JSON. */
public final class JsonLibrary {
  private JsonLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict("JSON_VALID", SqlType.BOOLEAN, "t", v -> JsonText.parseOrNull(text(v, 0)) != null);
    all.strict("JSON_QUOTE", SqlType.TEXT, "t", v -> JsonText.quote(text(v, 0)));
    all.strict("JSON_UNQUOTE", SqlType.TEXT, "t", v -> unquoted(text(v, 0)));
    all.strict("JSON_TYPE", SqlType.TEXT, "t", v -> mysqlType(JsonText.parse(text(v, 0))));
    all.strict(
        "JSON_TYPEOF JSONB_TYPEOF",
        SqlType.TEXT,
        "j",
        v -> node(v).getNodeType().name().toLowerCase(Locale.ROOT));
    access(all);
    all.strict("JSON_ARRAY_LENGTH JSONB_ARRAY_LENGTH", SqlType.INTEGER, "j", v -> items(v));
    all.looseJson("JSON_EXTRACT", "jp*", unlessNull(JsonLibrary::extracted));
    all.loose("JSON_LENGTH", SqlType.INTEGER, "t|t", unlessNull(JsonLibrary::length));
    all.looseJson("JSON_KEYS", "t|t", unlessNull(JsonLibrary::keys));
    all.looseJson("JSON_EXTRACT_PATH JSONB_EXTRACT_PATH", "jt*", unlessNull(v -> along(v)));
    all.loose(
        "JSON_EXTRACT_PATH_TEXT JSONB_EXTRACT_PATH_TEXT",
        SqlType.TEXT,
        "jt*",
        unlessNull(v -> plain(along(v))));
  }

  /** Defines the operators {@code -> ->> #> #>>}. */
  private static void access(FunctionDefinitions all) {
    all.likeFirst("JSON_GET", "wy", unlessNull(JsonLibrary::behindArrow));
    all.loose("JSON_GET_TEXT", SqlType.TEXT, "wy", unlessNull(v -> plain(behindArrow(v))));
    all.likeFirst("JSON_GET_PATH", "jk", unlessNull(v -> JsonKey.follow(node(v), keyList(v))));
    all.loose(
        "JSON_GET_PATH_TEXT",
        SqlType.TEXT,
        "jk",
        unlessNull(v -> plain(JsonKey.follow(node(v), keyList(v)))));
  }

  /**
   * The value selected by a key; a JSONB scalar counts as an array of one item, as in PostgreSQL.
   */
  private static @Nullable JsonNode behindArrow(@Nullable Object[] v) {
    Object document = at(v, 0);
    JsonKey key = (JsonKey) at(v, 1);
    if (!(document instanceof Jsonb binary)) {
      return key.in(JsonText.parse(document.toString()));
    }
    JsonNode node = JsonText.node(binary);
    return node.isValueNode() && key instanceof JsonKey.Item item
        ? item.number() == 0 || item.number() == -1 ? node : null
        : key.in(node);
  }

  private static Object at(@Nullable Object[] v, int index) {
    return Objects.requireNonNull(v[index]);
  }

  private static JsonNode node(@Nullable Object[] v) {
    return (JsonNode) at(v, 0);
  }

  @SuppressWarnings("unchecked") // ensured by the parameter kind
  private static List<JsonKey> keyList(@Nullable Object[] v) {
    return (List<JsonKey>) at(v, 1);
  }

  private static @Nullable String plain(@Nullable JsonNode node) {
    return node == null || node.isNull() ? null : JsonText.unquoted(node);
  }

  /** A JSON string without its quotes; other texts are unchanged. */
  private static String unquoted(String text) {
    if (!text.startsWith("\"") || !text.endsWith("\"") || text.length() < 2) {
      return text;
    }
    return JsonText.unquoted(JsonText.parse(text));
  }

  private static String mysqlType(JsonNode node) {
    return switch (node.getNodeType()) {
      case NUMBER -> node.isIntegralNumber() ? "INTEGER" : "DECIMAL";
      default -> node.getNodeType().name();
    };
  }

  private static Integer items(@Nullable Object[] v) {
    JsonNode node = node(v);
    if (!node.isArray()) {
      throw SqlErrorMessage.JSON_LENGTH_OF_KIND.error(node.isObject() ? "non-array" : "scalar");
    }
    return node.size();
  }

  /** The value at a path; of several paths, or one with wildcards, an array of all values. */
  private static @Nullable String extracted(@Nullable Object[] v) {
    List<JsonNode> found = new ArrayList<>();
    boolean many = v.length > 2;
    for (int i = 1; i < v.length; i++) {
      MysqlJsonPath path = (MysqlJsonPath) at(v, i);
      many |= path.isMultiple();
      found.addAll(path.evaluate(node(v)));
    }
    if (found.isEmpty()) {
      return null;
    }
    if (!many) {
      return JsonText.write(found.get(0));
    }
    return JsonText.write(JsonText.array(found));
  }

  /** The value, or the value at the path that follows it; null when there is none. */
  private static @Nullable JsonNode one(@Nullable Object[] v) {
    JsonNode root = JsonText.parse(text(v, 0));
    if (v.length == 1) {
      return root;
    }
    MysqlJsonPath path = MysqlJsonPath.of(text(v, 1));
    if (path.isMultiple()) {
      throw SqlErrorMessage.JSON_PATH_WITH_WILDCARD.error();
    }
    List<JsonNode> found = path.evaluate(root);
    return found.isEmpty() ? null : found.get(0);
  }

  private static @Nullable Integer length(@Nullable Object[] v) {
    JsonNode node = one(v);
    return node == null ? null : node.isContainerNode() ? (Integer) node.size() : (Integer) 1;
  }

  private static @Nullable String keys(@Nullable Object[] v) {
    JsonNode node = one(v);
    if (node == null || !node.isObject()) {
      return null;
    }
    StringJoiner all = new StringJoiner(", ", "[", "]");
    node.fieldNames().forEachRemaining(key -> all.add(JsonText.quote(key)));
    return all.toString();
  }

  /** The value at keys and item indexes, which count from the end when negative. */
  private static @Nullable JsonNode along(@Nullable Object[] v) {
    JsonNode node = node(v);
    for (int i = 1; i < v.length && node != null; i++) {
      String key = text(v, i);
      if (node.isObject()) {
        node = node.get(key);
      } else if (node.isArray() && key.matches("-?[0-9]{1,9}")) {
        int index = Integer.parseInt(key);
        node = node.get(index < 0 ? node.size() + index : index);
      } else {
        node = null;
      }
    }
    return node;
  }
}
