package io.mosql.sql.function.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.ArrayText;
import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The right operand of {@code ->}: selects at most one value. Immutable. */
public sealed interface JsonKey {
  /** The selected value, or null. */
  @Nullable JsonNode in(JsonNode node);

  /** The key of an object's field. */
  record Field(String name) implements JsonKey {
    @Override
    public @Nullable JsonNode in(JsonNode node) {
      return node.isObject() ? node.get(name) : null;
    }
  }

  /** The number of an array's item, from the end when negative. */
  record Item(long number) implements JsonKey {
    @Override
    public @Nullable JsonNode in(JsonNode node) {
      long index = number < 0 ? node.size() + number : number;
      return node.isArray() && index >= 0 && index < node.size() ? node.get((int) index) : null;
    }
  }

  /** A key of objects and, where it is a number, of arrays. */
  record NameOrIndex(String text) implements JsonKey {
    @Override
    public @Nullable JsonNode in(JsonNode node) {
      boolean numbered = node.isArray() && text.matches("-?[0-9]{1,9}");
      return numbered ? new Item(Long.parseLong(text)).in(node) : new Field(text).in(node);
    }
  }

  /** NULL among keys: it selects nothing. */
  record NoKey() implements JsonKey {
    @Override
    public @Nullable JsonNode in(JsonNode node) {
      return null;
    }
  }

  /** A path of MySQL's; the result of a path with wildcards is an array of all values. */
  record Path(MysqlJsonPath path) implements JsonKey {
    @Override
    public @Nullable JsonNode in(JsonNode node) {
      List<JsonNode> found = path.evaluate(node);
      if (found.isEmpty()) {
        return null;
      }
      return path.isMultiple() ? JsonText.array(found) : found.get(0);
    }
  }

  /**
   * Converts an operand: a number is the index of an item, a text that begins with a dollar sign is
   * a path, any other text is a key.
   */
  static JsonKey of(Object value, SqlType type) {
    if (type.kind().isNumeric()) {
      return new Item(((Number) value).longValue());
    }
    String text = value.toString();
    return text.startsWith("$") ? new Path(MysqlJsonPath.of(text)) : new Field(text);
  }

  /**
   * Keys as PostgreSQL writes an array of texts.
   *
   * @throws io.mosql.core.error.MosqlException 22P02 for an invalid array
   */
  static List<JsonKey> list(String text) {
    List<JsonKey> keys = new ArrayList<>();
    for (String key : texts(text)) {
      keys.add(key == null ? new NoKey() : new NameOrIndex(key));
    }
    return List.copyOf(keys);
  }

  /**
   * The texts of an array as PostgreSQL writes it: {@code {a,"b c",NULL}}.
   *
   * @throws io.mosql.core.error.MosqlException 22P02 for an invalid array
   */
  static List<@Nullable String> texts(String text) {
    List<@Nullable String> texts = new ArrayList<>();
    ArrayText.parse(text).items().forEach(item -> texts.add((String) item));
    return Collections.unmodifiableList(texts);
  }

  /** The value at a path of keys; null when there is none. */
  static @Nullable JsonNode follow(JsonNode root, List<JsonKey> keys) {
    JsonNode node = root;
    for (JsonKey key : keys) {
      node = node == null ? null : key.in(node);
    }
    return node;
  }
}
