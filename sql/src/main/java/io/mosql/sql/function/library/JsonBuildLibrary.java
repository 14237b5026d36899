package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.json.MysqlJsonPath;
import io.mosql.sql.function.text.TextLengthLimit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Functions that build JSON from values, and MySQL's functions that modify it. */
public final class JsonBuildLibrary {
  private JsonBuildLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strictJson("JSON", "w", v -> checked(v[0]));
    all.strictJson("JSONB", "V", v -> v[0]);
    all.strictJson("TO_JSON TO_JSONB", "x", v -> v[0]);
    all.looseJson("JSON_BUILD_OBJECT JSONB_BUILD_OBJECT", "|ox**", v -> object(v, 0, false));
    all.looseJson("JSON_BUILD_ARRAY JSONB_BUILD_ARRAY", "|x*", v -> array(v, 0, false));
    all.stable("TO_JSON TO_JSONB JSON_BUILD_OBJECT JSONB_BUILD_OBJECT");
    all.stable("JSON_BUILD_ARRAY JSONB_BUILD_ARRAY");
    // functions of the standard; the first argument is the treatment of NULLs
    all.looseJson("JSON_OBJECT", "t|ox**", v -> object(v, 1, isAbsentOnNull(v)));
    all.looseJson("JSON_ARRAY", "t|x*", v -> array(v, 1, isAbsentOnNull(v)));
    all.looseJson("JSON_SET", "jpx**", v -> changed(v, true, true));
    all.looseJson("JSON_INSERT", "jpx**", v -> changed(v, true, false));
    all.looseJson("JSON_REPLACE", "jpx**", v -> changed(v, false, true));
    all.strictJson("JSON_REMOVE", "jp*", JsonBuildLibrary::removed);
  }

  private static String checked(@Nullable Object value) {
    String text = String.valueOf(value);
    if (value instanceof String) {
      JsonText.parse(text);
    }
    return text;
  }

  private static boolean isAbsentOnNull(@Nullable Object[] v) {
    return "ABSENT_ON_NULL".equals(v[0]);
  }

  private static String object(@Nullable Object[] v, int from, boolean absentOnNull) {
    if ((v.length - from) % 2 != 0) {
      throw SqlErrorMessage.JSON_KEYS_WITHOUT_VALUES.error();
    }
    StringJoiner all = new StringJoiner(", ", "{", "}");
    long length = 2;
    for (int i = from; i < v.length; i += 2) {
      if (v[i] == null) {
        throw from > 0
            ? SqlErrorMessage.NULL_JSON_KEY.error()
            : SqlErrorMessage.NULL_ARGUMENT_KEY.error(i + 1);
      }
      if (v[i + 1] != null || !absentOnNull) {
        String field = JsonText.quote(text(v, i)) + ": " + item(v[i + 1]);
        length += field.length();
        TextLengthLimit.check(length);
        all.add(field);
      }
    }
    return all.toString();
  }

  private static String array(@Nullable Object[] v, int from, boolean absentOnNull) {
    StringJoiner all = new StringJoiner(", ", "[", "]");
    long length = 2;
    for (int i = from; i < v.length; i++) {
      if (v[i] != null || !absentOnNull) {
        String item = item(v[i]);
        length += item.length();
        TextLengthLimit.check(length);
        all.add(item);
      }
    }
    return all.toString();
  }

  private static String item(@Nullable Object text) {
    return text == null ? "null" : text.toString();
  }

  /** Applies pairs of a path and a value in order; NULL when the document or a path is NULL. */
  private static @Nullable String changed(@Nullable Object[] v, boolean insert, boolean replace) {
    if (v.length % 2 == 0) {
      throw SqlErrorMessage.JSON_PATHS_WITHOUT_VALUES.error();
    }
    if (v[0] == null) {
      return null;
    }
    JsonNode root = (JsonNode) v[0];
    for (int i = 1; i < v.length; i += 2) {
      if (v[i] == null) {
        return null;
      }
      List<MysqlJsonPath.Step> steps = single((MysqlJsonPath) Objects.requireNonNull(v[i]));
      root = new Change(steps, JsonText.parse(item(v[i + 1])), insert, replace).in(root, 0);
    }
    return JsonText.write(root);
  }

  private static List<MysqlJsonPath.Step> single(MysqlJsonPath path) {
    if (path.isMultiple()) {
      throw SqlErrorMessage.JSON_PATH_WITH_WILDCARD.error();
    }
    return path.steps();
  }

  /**
   * Sets a value at a path.
   *
   * @param insert whether to insert missing values
   * @param replace whether to replace existing values
   */
  private record Change(
      List<MysqlJsonPath.Step> steps, JsonNode value, boolean insert, boolean replace) {
    /** The changed copy of a node; the node itself is not modified. */
    JsonNode in(JsonNode node, int depth) {
      if (depth == steps.size()) {
        return replace ? value : node;
      }
      MysqlJsonPath.Step step = steps.get(depth);
      if (step.kind() == MysqlJsonPath.Kind.FIELD) {
        return node instanceof ObjectNode object ? inField(object, step.key(), depth) : node;
      }
      if (node instanceof ArrayNode array) {
        return inItem(array, index(step, array.size()), depth);
      }
      // a value that is no array counts as an array of one item
      int index = index(step, 1);
      if (index == 0) {
        return in(node, depth + 1);
      }
      boolean added = index > 0 && insert && depth == steps.size() - 1;
      return added ? JsonText.array(Arrays.asList(node, value)) : node;
    }

    private JsonNode inField(ObjectNode object, String key, int depth) {
      JsonNode child = object.get(key);
      boolean added = child == null && insert && depth == steps.size() - 1;
      if (child == null && !added) {
        return object;
      }
      ObjectNode copy = shallow(object);
      copy.set(key, child == null ? value : in(child, depth + 1));
      return copy;
    }

    private JsonNode inItem(ArrayNode array, int index, int depth) {
      JsonNode child = array.get(index);
      boolean added = index >= array.size() && insert && depth == steps.size() - 1;
      if (child == null && !added) {
        return array;
      }
      ArrayNode copy = shallow(array);
      if (child == null) {
        copy.add(value);
      } else {
        copy.set(index, in(child, depth + 1));
      }
      return copy;
    }
  }

  private static int index(MysqlJsonPath.Step step, int size) {
    return step.kind() == MysqlJsonPath.Kind.ITEM ? step.index() : size - 1 - step.index();
  }

  private static ObjectNode shallow(ObjectNode object) {
    ObjectNode copy = object.objectNode();
    copy.setAll(object);
    return copy;
  }

  private static ArrayNode shallow(ArrayNode array) {
    return array.arrayNode(array.size()).addAll(array);
  }

  private static String removed(@Nullable Object[] v) {
    JsonNode root = (JsonNode) Objects.requireNonNull(v[0]);
    for (int i = 1; i < v.length; i++) {
      List<MysqlJsonPath.Step> steps = single((MysqlJsonPath) Objects.requireNonNull(v[i]));
      if (steps.isEmpty()) {
        throw SqlErrorMessage.JSON_ROOT_REMOVED.error();
      }
      root = without(root, steps, 0);
    }
    return JsonText.write(root);
  }

  private static JsonNode without(JsonNode node, List<MysqlJsonPath.Step> steps, int depth) {
    MysqlJsonPath.Step step = steps.get(depth);
    boolean last = depth == steps.size() - 1;
    if (step.kind() == MysqlJsonPath.Kind.FIELD) {
      JsonNode child = node.isObject() ? node.get(step.key()) : null;
      if (child == null) {
        return node;
      }
      ObjectNode copy = shallow((ObjectNode) node);
      if (last) {
        copy.remove(step.key());
      } else {
        copy.set(step.key(), without(child, steps, depth + 1));
      }
      return copy;
    }
    int index = index(step, node.isArray() ? node.size() : 1);
    if (!node.isArray()) {
      return index == 0 && !last ? without(node, steps, depth + 1) : node;
    }
    JsonNode child = node.get(index);
    if (child == null) {
      return node;
    }
    ArrayNode copy = shallow((ArrayNode) node);
    if (last) {
      copy.remove(index);
    } else {
      copy.set(index, without(child, steps, depth + 1));
    }
    return copy;
  }
}
