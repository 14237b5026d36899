package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.json.JsonKey;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.text.TextLengthLimit;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Functions and operators that modify JSONB, as in PostgreSQL, with paths of keys and array
 * indexes. They return modified copies. Pure.
 */
public final class JsonbLibrary {
  private static final String INDENT = "    ";

  private JsonbLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strictJson("JSONB_CONCAT", "BB", v -> joined(node(v, 0), node(v, 1)));
    all.strictJson("JSONB_DELETE", "Bz", v -> deleted(node(v, 0), v[1]));
    all.strictJson("JSONB_DELETE_PATH", "BK", v -> deletedAt(node(v, 0), path(v, 1)));
    all.strictJson("JSONB_SET", "BKB|a", v -> set(v, !Boolean.FALSE.equals(at(v, 3, true))));
    all.looseJson("JSONB_SET_LAX", "BKB|at", JsonbLibrary::setLax);
    all.strictJson("JSONB_INSERT", "BKB|a", JsonbLibrary::inserted);
    all.strictJson("JSON_STRIP_NULLS JSONB_STRIP_NULLS", "j", v -> stripped(node(v, 0)));
    all.strict("JSONB_PRETTY", SqlType.TEXT, "B", v -> pretty(node(v, 0)));
    all.loose(
        "JSONB_SUBSCRIPT",
        SqlType.JSONB,
        "Ba*",
        ScalarFunction.unlessNull(JsonbLibrary::subscript));
    all.strictJson("JSONB_OBJECT", "K|K", JsonbLibrary::object);
    all.strict("JSONB_EXISTS", SqlType.BOOLEAN, "Bt", v -> has(node(v, 0), text(v, 1)));
    all.strict("JSONB_EXISTS_ANY", SqlType.BOOLEAN, "BK", v -> hasAny(node(v, 0), path(v, 1)));
    all.strict("JSONB_EXISTS_ALL", SqlType.BOOLEAN, "BK", v -> hasAll(node(v, 0), path(v, 1)));
  }

  private static JsonNode node(@Nullable Object[] v, int index) {
    return (JsonNode) Objects.requireNonNull(v[index]);
  }

  @SuppressWarnings("unchecked") // ensured by the parameter kind
  private static List<@Nullable String> path(@Nullable Object[] v, int index) {
    return (List<@Nullable String>) Objects.requireNonNull(v[index]);
  }

  private static @Nullable Object at(@Nullable Object[] v, int index, Object missing) {
    return index < v.length ? v[index] : missing;
  }

  private static ObjectNode copy(JsonNode object) {
    return ((ObjectNode) object).objectNode().setAll((ObjectNode) object);
  }

  private static ArrayNode items(JsonNode array) {
    return JsonText.emptyArray().addAll((ArrayNode) array);
  }

  private static JsonNode joined(JsonNode a, JsonNode b) {
    if (a.isObject() && b.isObject()) {
      return copy(a).setAll((ObjectNode) b);
    }
    if (a.isObject() && b.isValueNode() || b.isObject() && a.isValueNode()) {
      return JsonText.array(Arrays.asList(a, b));
    }
    ArrayNode all = a.isArray() ? items(a) : JsonText.emptyArray().add(a);
    return b.isArray() ? all.addAll((ArrayNode) b) : all.add(b);
  }

  /** The field with a key, or the item with an index. */
  private static @Nullable Jsonb subscript(@Nullable Object[] v) {
    JsonNode found = node(v, 0);
    for (int i = 1; i < v.length && found != null; i++) {
      found = subscript(found, String.valueOf(v[i]));
    }
    return found == null ? null : JsonText.jsonb(found);
  }

  private static @Nullable JsonNode subscript(JsonNode in, String key) {
    if (!in.isArray()) {
      return in.get(key);
    }
    try {
      int index = Integer.parseInt(key);
      return in.get(index < 0 ? in.size() + index : index);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * An object of strings, from one array of alternating keys and values, or from an array of keys
   * and one of values.
   */
  private static JsonNode object(@Nullable Object[] v) {
    List<@Nullable String> keys = path(v, 0);
    boolean turns = v.length == 1;
    List<@Nullable String> values = turns ? keys : path(v, 1);
    if (turns ? keys.size() % 2 != 0 : keys.size() != values.size()) {
      throw turns
          ? SqlErrorMessage.JSON_PAIRS_ODD.error()
          : SqlErrorMessage.JSON_PAIRS_MISMATCH.error();
    }
    ObjectNode object = JsonText.emptyObject();
    for (int i = 0; i < keys.size(); i += turns ? 2 : 1) {
      String key = keys.get(i);
      if (key == null) {
        throw SqlErrorMessage.NULL_JSON_KEY.error();
      }
      object.put(key, values.get(turns ? i + 1 : i));
    }
    return object;
  }

  /** JSONB without a key or string, without several of them, or without the item at an index. */
  private static JsonNode deleted(JsonNode from, @Nullable Object what) {
    if (!from.isContainerNode()) {
      throw SqlErrorMessage.JSON_DELETE_FROM_SCALAR.error();
    }
    if (what instanceof Number number) {
      if (from.isObject()) {
        throw SqlErrorMessage.JSON_INDEX_OF_OBJECT.error();
      }
      long index = number.longValue() < 0 ? from.size() + number.longValue() : number.longValue();
      if (index < 0 || index >= from.size()) {
        return from;
      }
      ArrayNode rest = items(from);
      rest.remove((int) index);
      return rest;
    }
    String name = String.valueOf(what);
    boolean many = name.startsWith("{") && name.endsWith("}");
    List<@Nullable String> names = many ? JsonKey.texts(name) : List.of(name);
    if (from.isObject()) {
      ObjectNode rest = copy(from);
      names.forEach(rest::remove);
      return rest;
    }
    ArrayNode rest = JsonText.emptyArray();
    for (JsonNode item : from) {
      if (!item.isTextual() || !names.contains(item.textValue())) {
        rest.add(item);
      }
    }
    return rest;
  }

  private static JsonNode deletedAt(JsonNode from, List<@Nullable String> path) {
    if (!from.isContainerNode()) {
      throw SqlErrorMessage.JSON_DELETE_PATH_IN_SCALAR.error();
    }
    return from.isEmpty() || path.isEmpty()
        ? from
        : new Change(path, null, Operation.DELETE).in(from, 0);
  }

  private static JsonNode set(@Nullable Object[] v, boolean create) {
    JsonNode in = node(v, 0);
    List<@Nullable String> path = path(v, 1);
    if (!in.isContainerNode()) {
      throw SqlErrorMessage.JSON_SET_PATH_IN_SCALAR.error();
    }
    if (in.isEmpty() && !create || path.isEmpty()) {
      return in;
    }
    Operation operation = create ? Operation.SET : Operation.REPLACE;
    return new Change(path, node(v, 2), operation).in(in, 0);
  }

  /** As jsonb_set, except that the new value may be NULL; an argument says how NULL is treated. */
  private static @Nullable JsonNode setLax(@Nullable Object[] v) {
    if (v[0] == null || v[1] == null || v.length > 3 && v[3] == null) {
      return null;
    }
    Object treatment = at(v, 4, "use_json_null");
    if (treatment == null) {
      throw SqlErrorMessage.JSON_NULL_TREATMENT.error();
    }
    boolean create = !Boolean.FALSE.equals(at(v, 3, true));
    if (v[2] != null) {
      return set(v, create);
    }
    return switch (treatment.toString()) {
      case "raise_exception" -> throw SqlErrorMessage.NULL_JSON_VALUE.error();
      case "use_json_null" ->
          set(new @Nullable Object[] {v[0], v[1], NullNode.getInstance()}, create);
      case "delete_key" -> deletedAt(node(v, 0), path(v, 1));
      case "return_target" -> node(v, 0);
      default -> throw SqlErrorMessage.JSON_NULL_TREATMENT.error();
    };
  }

  private static JsonNode inserted(@Nullable Object[] v) {
    JsonNode in = node(v, 0);
    List<@Nullable String> path = path(v, 1);
    if (!in.isContainerNode()) {
      throw SqlErrorMessage.JSON_SET_PATH_IN_SCALAR.error();
    }
    boolean after = Boolean.TRUE.equals(at(v, 3, false));
    Operation operation = after ? Operation.INSERT_AFTER : Operation.INSERT;
    return path.isEmpty() ? in : new Change(path, node(v, 2), operation).in(in, 0);
  }

  private enum Operation {
    DELETE,
    REPLACE,
    /** Replace, or add a missing value. */
    SET,
    INSERT,
    INSERT_AFTER
  }

  /**
   * Sets or removes the value at a path.
   *
   * @param value null to remove
   */
  private record Change(
      List<@Nullable String> path, @Nullable JsonNode value, Operation operation) {
    JsonNode in(JsonNode node, int depth) {
      String step = path.get(depth);
      if (step == null) {
        throw SqlErrorMessage.NULL_PATH_ELEMENT.error(depth + 1);
      }
      if (node.isObject()) {
        return inObject((ObjectNode) node, step, depth);
      }
      return node.isArray() ? inArray((ArrayNode) node, step, depth) : node;
    }

    private boolean isLast(int depth) {
      return depth == path.size() - 1;
    }

    private JsonNode inObject(ObjectNode object, String key, int depth) {
      JsonNode child = object.get(key);
      ObjectNode changed = copy(object);
      if (!isLast(depth)) {
        if (child != null) {
          changed.set(key, in(child, depth + 1));
        }
        return changed;
      }
      if (operation == Operation.DELETE) {
        changed.remove(key);
      } else if (operation == Operation.INSERT || operation == Operation.INSERT_AFTER) {
        if (child != null) {
          throw SqlErrorMessage.JSON_KEY_EXISTS.error();
        }
        changed.set(key, value);
      } else if (child != null || operation == Operation.SET) {
        changed.set(key, value);
      }
      return changed;
    }

    private JsonNode inArray(ArrayNode array, String step, int depth) {
      int size = array.size();
      long index = number(step, depth);
      index = index < 0 ? size + index : index;
      ArrayNode changed = items(array);
      boolean exists = index >= 0 && index < size;
      if (!isLast(depth)) {
        if (exists) {
          changed.set((int) index, in(array.get((int) index), depth + 1));
        }
        return changed;
      }
      switch (operation) {
        case DELETE -> {
          if (exists) {
            changed.remove((int) index);
          }
        }
        case INSERT, INSERT_AFTER -> {
          long place = operation == Operation.INSERT || !exists ? index : index + 1;
          changed.insert((int) Math.max(0, Math.min(size, place)), value);
        }
        default -> {
          if (exists) {
            changed.set((int) index, value);
          } else if (operation == Operation.SET) {
            changed.insert(index < 0 ? 0 : size, value);
          }
        }
      }
      return changed;
    }

    private long number(String step, int depth) {
      try {
        return Integer.parseInt(step.strip());
      } catch (NumberFormatException e) {
        throw SqlErrorMessage.PATH_ELEMENT_NOT_INTEGER.error(depth + 1, step);
      }
    }
  }

  private static JsonNode stripped(JsonNode node) {
    if (node.isObject()) {
      ObjectNode rest = ((ObjectNode) node).objectNode();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        if (!field.getValue().isNull()) {
          rest.set(field.getKey(), stripped(field.getValue()));
        }
      }
      return rest;
    }
    if (node.isArray()) {
      ArrayNode items = JsonText.emptyArray();
      node.forEach(item -> items.add(stripped(item)));
      return items;
    }
    return node;
  }

  private static String pretty(JsonNode node) {
    StringBuilder out = new StringBuilder();
    pretty(node, "\n", out);
    return out.toString();
  }

  private static void pretty(JsonNode node, String line, StringBuilder out) {
    TextLengthLimit.check(out.length());
    if (!node.isContainerNode()) {
      out.append(JsonText.write(node));
      return;
    }
    String inner = line + INDENT;
    String divider = "";
    out.append(node.isArray() ? '[' : '{');
    if (node.isArray()) {
      for (Iterator<JsonNode> items = node.elements(); items.hasNext(); ) {
        out.append(divider).append(inner);
        pretty(items.next(), inner, out);
        divider = ",";
      }
    } else {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        out.append(divider).append(inner);
        Jsonb.quote(field.getKey(), out);
        out.append(": ");
        pretty(field.getValue(), inner, out);
        divider = ",";
      }
    }
    out.append(line).append(node.isArray() ? ']' : '}');
  }

  /** Whether a text is a key of an object, a string of an array, or the string itself. */
  private static boolean has(JsonNode node, @Nullable String text) {
    if (text == null) {
      return false;
    }
    if (node.isObject()) {
      return node.has(text);
    }
    if (node.isArray()) {
      for (JsonNode item : node) {
        if (item.isTextual() && item.textValue().equals(text)) {
          return true;
        }
      }
      return false;
    }
    return node.isTextual() && node.textValue().equals(text);
  }

  private static boolean hasAny(JsonNode node, List<@Nullable String> texts) {
    return texts.stream().anyMatch(text -> has(node, text));
  }

  private static boolean hasAll(JsonNode node, List<@Nullable String> texts) {
    return texts.stream().allMatch(text -> text == null || has(node, text));
  }
}
