package io.mosql.sql.function.library;

import static io.mosql.sql.function.define.ScalarFunction.unlessNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.path.SqlJsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON containment, and PostgreSQL's path functions. The arguments of the latter are a document, a
 * path of the standard, an object with the values of its variables, and whether errors of the
 * document are suppressed. NULL when an argument is NULL. Pure.
 */
public final class JsonSearchLibrary {
  /** The variables of operators, which have none: a reference to a variable gives null. */
  private static final JsonNode NO_VARIABLES = MissingNode.getInstance();

  private JsonSearchLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict("JSONPATH", SqlType.TEXT, "s", v -> String.valueOf(v[0]));
    all.strict("JSON_CONTAINS", SqlType.BOOLEAN, "jj", v -> contains(v, 0, 1));
    all.strict("JSONB_CONTAINS", SqlType.BOOLEAN, "BB", v -> contains(v, 0, 1));
    all.strict("JSONB_CONTAINED", SqlType.BOOLEAN, "BB", v -> contains(v, 1, 0));
    all.loose("JSONB_PATH_EXISTS_OPR", SqlType.BOOLEAN, "Bs", unlessNull(v -> exists(silently(v))));
    all.loose("JSONB_PATH_MATCH_OPR", SqlType.BOOLEAN, "Bs", unlessNull(v -> match(silently(v))));
    all.loose("JSONB_PATH_EXISTS", SqlType.BOOLEAN, "Bs|Ba", unlessNull(JsonSearchLibrary::exists));
    all.loose("JSONB_PATH_MATCH", SqlType.BOOLEAN, "Bs|Ba", unlessNull(JsonSearchLibrary::match));
    all.looseJson("JSONB_PATH_QUERY_FIRST", "Bs|Ba", unlessNull(v -> found(v, true).first()));
    all.looseJson("JSONB_PATH_QUERY_ARRAY", "Bs|Ba", unlessNull(v -> JsonText.array(found(v))));
  }

  /** Converts the arguments of an operator to those of its function, with suppressed errors. */
  private static @Nullable Object[] silently(@Nullable Object[] v) {
    return new @Nullable Object[] {v[0], v[1], NO_VARIABLES, true};
  }

  /** The values selected by a path, and the error that ended the evaluation, if any. */
  private record PathResult(List<JsonNode> nodes, @Nullable MosqlException error) {
    @Nullable JsonNode first() {
      return nodes.isEmpty() ? null : nodes.get(0);
    }
  }

  /** A lax path that has found a value is not evaluated further, so later errors do not count. */
  private static @Nullable Boolean exists(@Nullable Object[] v) {
    PathResult found = found(v, false);
    boolean lax = path(v).isLax();
    if (found.error != null && !(lax && !found.nodes.isEmpty())) {
      if (isSilent(v)) {
        return null;
      }
      throw found.error;
    }
    return !found.nodes.isEmpty();
  }

  private static @Nullable Boolean match(@Nullable Object[] v) {
    List<JsonNode> found = found(v);
    JsonNode one = found.size() == 1 ? found.get(0) : null;
    if (one != null && one.isBoolean()) {
      return one.booleanValue();
    }
    if (one != null && one.isNull() || isSilent(v)) {
      return null;
    }
    throw SqlErrorMessage.JSON_PREDICATE_NOT_BOOLEAN.error();
  }

  private static boolean isSilent(@Nullable Object[] v) {
    return v.length > 3 && Boolean.TRUE.equals(v[3]);
  }

  private static SqlJsonPath path(@Nullable Object[] v) {
    return (SqlJsonPath) Objects.requireNonNull(v[1]);
  }

  /** The values selected by a path; if errors are suppressed, those before the error. */
  static List<JsonNode> found(@Nullable Object[] v) {
    return found(v, true).nodes;
  }

  private static PathResult found(@Nullable Object[] v, boolean loud) {
    JsonNode variables = v.length > 2 ? node(v, 2) : null;
    if (variables != null && !variables.isMissingNode() && !variables.isObject()) {
      throw SqlErrorMessage.JSON_VARIABLES_NOT_OBJECT.error();
    }
    List<JsonNode> nodes = new ArrayList<>();
    try {
      path(v).evaluateInto(node(v, 0), variables, nodes, !loud);
    } catch (MosqlException e) {
      boolean ofPath = e.state() == SqlState.UNDEFINED_OBJECT || !isOfData(e);
      if (ofPath || loud && !isSilent(v)) {
        throw e;
      }
      return new PathResult(nodes, e);
    }
    return new PathResult(nodes, null);
  }

  /** Whether the error is caused by the document. */
  private static boolean isOfData(MosqlException e) {
    return e.state().code().startsWith("22");
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

  /**
   * Whether JSON contains a part: each field of the part has a counterpart that contains it, each
   * item is contained in some item, scalars are equal.
   */
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
