package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.path.SqlJsonPath;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The SQL/JSON query functions of the standard. Errors in the text or on its path are handled as ON
 * ERROR says, an empty result as ON EMPTY says; both are passed as the names of Calcite's symbols.
 * An invalid path is always an error. Pure.
 */
public final class JsonQueryLibrary {
  private JsonQueryLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.loose("JSON_EXISTS", SqlType.BOOLEAN, "wst|j", JsonQueryLibrary::exists);
    all.looseJson("JSON_QUERY", "wstttl|j", JsonQueryLibrary::query);
    all.strict("IS_JSON", SqlType.BOOLEAN, "w|t", JsonQueryLibrary::isJson);
  }

  /** A constant path, parsed before the rows are read. */
  public static final class Path {
    private final SqlJsonPath path;

    private Path(SqlJsonPath path) {
      this.path = path;
    }

    /**
     * Reads a path of the standard.
     *
     * @throws MosqlException 22023 for an invalid path
     */
    public static Path of(String text) {
      return new Path(SqlJsonPath.of(text));
    }

    /**
     * The single scalar selected by the path, as text: null for JSON's null.
     *
     * @param variables values of the path's variables, as a JSON object; null for none
     * @return an empty list when it selects nothing
     * @throws MosqlException class 22 when the text is invalid JSON, or the result is not a single
     *     scalar
     */
    public List<Scalar> scalar(Object document, @Nullable String variables) {
      List<JsonNode> found =
          path.evaluate(
              JsonText.document(document), variables == null ? null : JsonText.parse(variables));
      if (found.isEmpty()) {
        return List.of();
      }
      if (found.size() > 1) {
        throw moreThanOne();
      }
      JsonNode node = found.get(0);
      if (node.isContainerNode()) {
        throw SqlErrorMessage.JSON_VALUE_OF_NO_SCALAR.error();
      }
      return List.of(new Scalar(node.isNull() ? null : JsonText.unquoted(node)));
    }
  }

  /** A scalar of JSON as text. */
  public record Scalar(@Nullable String text) {}

  /** The error for an empty result with ERROR ON EMPTY. */
  public static MosqlException empty() {
    return SqlErrorMessage.JSON_PATH_OF_NO_ITEM.error();
  }

  private static MosqlException moreThanOne() {
    return SqlErrorMessage.JSON_PATH_OF_SEVERAL_ITEMS.error();
  }

  private static @Nullable Boolean exists(@Nullable Object[] v) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    try {
      return !path(v)
          .evaluate(JsonText.document(Objects.requireNonNull(v[0])), passed(v, 3))
          .isEmpty();
    } catch (MosqlException e) {
      if (e.state() == SqlState.UNDEFINED_OBJECT) {
        throw e;
      }
      return switch (text(v, 2)) {
        case "ERROR" -> throw e;
        case "TRUE" -> true;
        case "UNKNOWN" -> null;
        default -> false;
      };
    }
  }

  /** The values of the variables, if they are the last argument. */
  private static @Nullable JsonNode passed(@Nullable Object[] v, int index) {
    return index < v.length ? (JsonNode) v[index] : null;
  }

  private static SqlJsonPath path(@Nullable Object[] v) {
    return (SqlJsonPath) Objects.requireNonNull(v[1]);
  }

  /** JSON_QUERY: the JSON at a path of the document; an error if it is too long. */
  private static @Nullable String query(@Nullable Object[] v) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    try {
      List<JsonNode> found =
          path(v).evaluate(JsonText.document(Objects.requireNonNull(v[0])), passed(v, 6));
      if (found.isEmpty()) {
        return otherwise(text(v, 3), empty());
      }
      boolean wrapped =
          switch (text(v, 2)) {
            case "WITH_UNCONDITIONAL_ARRAY" -> true;
            case "WITH_CONDITIONAL_ARRAY" -> found.size() > 1;
            default -> false;
          };
      if (!wrapped && found.size() > 1) {
        throw moreThanOne();
      }
      String json = JsonText.write(wrapped ? JsonText.array(found) : found.get(0));
      int most = ((Number) Objects.requireNonNull(v[5])).intValue();
      if (most > 0) {
        Coercion.assign(json, SqlType.varchar(most));
      }
      return json;
    } catch (MosqlException e) {
      if (e.state() == SqlState.NO_JSON_ITEM || e.state() == SqlState.UNDEFINED_OBJECT) {
        throw e;
      }
      return otherwise(text(v, 4), e);
    }
  }

  private static @Nullable String otherwise(String behaviour, MosqlException error) {
    return switch (behaviour) {
      case "ERROR" -> throw error;
      case "EMPTY_ARRAY" -> "[]";
      case "EMPTY_OBJECT" -> "{}";
      default -> null;
    };
  }

  private static Boolean isJson(@Nullable Object[] v) {
    Object value = Objects.requireNonNull(v[0]);
    JsonNode node =
        value instanceof Jsonb json ? JsonText.node(json) : JsonText.parseOrNull(value.toString());
    if (node == null || v.length == 1) {
      return node != null;
    }
    return switch (text(v, 1).toUpperCase(Locale.ROOT)) {
      case "VALUE" -> true;
      case "OBJECT" -> node.isObject();
      case "ARRAY" -> node.isArray();
      case "SCALAR" -> node.isValueNode();
      default -> throw SqlErrorMessage.JSON_KIND_UNKNOWN.error(text(v, 1));
    };
  }
}
