package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An SQL/JSON path: {@code lax} (the default) or {@code strict}, steps to keys and items, filters,
 * methods, arithmetic, and predicates as the whole path, as in PostgreSQL. Immutable.
 */
public final class SqlJsonPath {
  private static final Pattern MODE = Pattern.compile("\\s*(lax|strict)\\b");

  private final PathNode.Value path;
  private final boolean lax;

  private SqlJsonPath(PathNode.Value path, boolean lax) {
    this.path = path;
    this.lax = lax;
  }

  /**
   * Reads a path.
   *
   * @throws io.mosql.core.error.MosqlException 42601 for an invalid path, 22P02 for an empty one,
   *     0A000 for unsupported features
   */
  public static SqlJsonPath of(String text) {
    if (text.isBlank()) {
      throw SqlErrorMessage.JSON_PATH_SYNTAX.error(text);
    }
    Matcher mode = MODE.matcher(text);
    boolean said = mode.lookingAt();
    return new SqlJsonPath(
        new PathParser(said ? text.substring(mode.end()) : text).path(),
        !said || mode.group(1).equals("lax"));
  }

  /**
   * The selected values, in order.
   *
   * @throws io.mosql.core.error.MosqlException class 22 where the document does not fit
   */
  List<JsonNode> evaluate(JsonNode root) {
    return evaluate(root, null);
  }

  /**
   * As above.
   *
   * @param variables an object with the values of {@code $name}, or null
   */
  public List<JsonNode> evaluate(JsonNode root, @Nullable JsonNode variables) {
    List<JsonNode> found = new ArrayList<>();
    evaluateInto(root, variables, found, false);
    return found;
  }

  /**
   * As above, except that the values found before an error have been added.
   *
   * @param any whether only the existence of a value is needed
   */
  public void evaluateInto(
      JsonNode root, @Nullable JsonNode variables, List<JsonNode> found, boolean any) {
    new PathEvaluator(root, variables, lax).evaluateInto(path, found, any);
  }

  /** The path in PostgreSQL's format. */
  @Override
  public String toString() {
    return (lax ? "" : "strict ") + PathFormatter.of(path);
  }

  /** The root of the syntax tree. */
  PathNode.Value root() {
    return path;
  }

  public boolean isLax() {
    return lax;
  }
}
