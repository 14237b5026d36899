package io.mosql.sql.function.define;

import io.mosql.core.type.SqlType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.jspecify.annotations.Nullable;

/** Collects the definitions of scalar functions. Not thread-safe. */
public final class FunctionDefinitions {
  private final Map<String, ScalarFunction> byName = new HashMap<>();

  /** All functions so far, by name. */
  public Map<String, ScalarFunction> byName() {
    return Map.copyOf(byName);
  }

  /** Defines strict functions: NULL when an argument is NULL. */
  public void strict(
      String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
    add(names, result, signature, true, ScalarFunction.Json.NONE, body);
  }

  /**
   * Defines strict functions with types defined elsewhere, by Calcite or the planner.
   *
   * @param names separated by commas, since names of operators may contain blanks
   */
  public void typed(String names, Function<RexCall, ScalarFunction.Body> choice) {
    for (String name : names.split(",")) {
      add(name, ScalarFunction.typed(name, choice));
    }
  }

  /**
   * Defines a function whose result type depends on the types of its arguments.
   *
   * @param strict whether it is NULL when an argument is NULL
   */
  public void polymorphic(
      String name,
      SqlReturnTypeInference result,
      String signature,
      boolean strict,
      Function<RexCall, ScalarFunction.Body> choice) {
    add(name, ScalarFunction.polymorphic(name, result, signature, strict, choice));
  }

  /** Marks functions as STABLE, as PostgreSQL does, because they depend on settings. */
  public void stable(String names) {
    for (String name : names.split(" ")) {
      byName.computeIfPresent(name, (key, function) -> function.stable());
    }
  }

  /** Defines functions as {@link #strict} does, with the widest type of their exact arguments. */
  public void widest(String names, String signature, ScalarFunction.Body body) {
    for (String name : names.split(" ", -1)) {
      add(name, ScalarFunction.widest(name, signature, body));
    }
  }

  /** Defines functions that receive NULLs, or are NULL for other reasons. */
  public void loose(
      String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
    add(names, result, signature, false, ScalarFunction.Json.NONE, body);
  }

  /**
   * Defines functions as {@link #strict} does, with a JSON result: JSONB if the name contains
   * JSONB.
   */
  public void strictJson(String names, String signature, ScalarFunction.Body body) {
    json(names, signature, true, body);
  }

  /** Defines functions as {@link #loose} does, with a JSON result, likewise. */
  public void looseJson(String names, String signature, ScalarFunction.Body body) {
    json(names, signature, false, body);
  }

  /** Defines functions as {@link #loose} does, with a JSON result of the first argument's type. */
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
