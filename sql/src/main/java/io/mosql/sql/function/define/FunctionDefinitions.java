package io.mosql.sql.function.define;

import io.mosql.core.type.SqlType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/** Collects the definitions of scalar functions. Not thread-safe. */
public final class FunctionDefinitions {
  private final Map<String, ScalarFunction> byName = new HashMap<>();

  /** All functions so far, by name. */
  public Map<String, ScalarFunction> byName() {
    return Map.copyOf(byName);
  }

  /** Functions that are NULL when an argument is. */
  public void strict(
      String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
    add(names, result, signature, true, ScalarFunction.Json.NONE, body);
  }

  /**
   * Functions that are NULL when an argument is, whose types others know.
   *
   * @param names with commas, for those of operators may have blanks
   */
  public void typed(String names, Function<RexCall, ScalarFunction.Body> choice) {
    for (String name : names.split(",")) {
      add(name, ScalarFunction.typed(name, choice));
    }
  }

  /** Makes functions known as PostgreSQL declares them: STABLE, since they depend on settings. */
  public void stable(String names) {
    for (String name : names.split(" ")) {
      byName.computeIfPresent(name, (key, function) -> function.stable());
    }
  }

  /** Functions as {@link #strict} has them of the widest type of their exact arguments. */
  public void widest(String names, String signature, ScalarFunction.Body body) {
    for (String name : names.split(" ", -1)) {
      add(name, ScalarFunction.widest(name, signature, body));
    }
  }

  /** Functions that see NULLs, or are NULL for other reasons. */
  public void loose(
      String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
    add(names, result, signature, false, ScalarFunction.Json.NONE, body);
  }

  /** Functions as {@link #strict} has them whose result is JSON: JSONB of names with such a B. */
  public void strictJson(String names, String signature, ScalarFunction.Body body) {
    json(names, signature, true, body);
  }

  /** Functions as {@link #loose} has them whose result is JSON, likewise. */
  public void looseJson(String names, String signature, ScalarFunction.Body body) {
    json(names, signature, false, body);
  }

  /** Functions as {@link #loose} has them whose result is JSON of the first argument's type. */
  public void likeFirst(String names, String signature, ScalarFunction.Body body) {
    add(names, SqlType.TEXT, signature, false, ScalarFunction.Json.AS_FIRST, body);
  }

  private void json(String names, String signature, boolean strict, ScalarFunction.Body body) {
    for (String name : names.split(" ", -1)) {
      ScalarFunction.Json form =
          name.contains("JSONB") ? ScalarFunction.Json.BINARY : ScalarFunction.Json.TEXT;
      add(name, SqlType.TEXT, signature, strict, form, body);
    }
  }

  private void add(
      String names,
      @Nullable SqlType result,
      String signature,
      boolean strict,
      ScalarFunction.Json json,
      ScalarFunction.Body body) {
    for (String name : names.split(" ")) {
      add(name, ScalarFunction.of(name, result, signature, strict, json, body));
    }
  }

  private void add(String name, ScalarFunction function) {
    if (byName.put(name, function) != null) {
      throw new IllegalStateException("defined twice: " + name);
    }
  }
}
