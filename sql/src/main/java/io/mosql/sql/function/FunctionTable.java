package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All scalar functions by name. Immutable, thread-safe. */
public final class FunctionTable {

  /** Loaded with the first name that Calcite's tables do not answer. */
  private static final Map<String, ScalarFunction> BY_NAME = table();

  private FunctionTable() {}

  /** The function of an upper case name, or null. */
  public static @Nullable ScalarFunction find(String name) {
    return BY_NAME.get(name);
  }

  /**
   * Digits after the point of numbers that to_number reads by a pattern.
   *
   * @throws MosqlException 22023 for a pattern that is none
   */
  public static int fraction(String pattern) {
    return FormatLibrary.fraction(pattern);
  }

  public static Set<String> names() {
    return BY_NAME.keySet();
  }

  private static Map<String, ScalarFunction> table() {
    Definitions all = new Definitions();
    TextLibrary.define(all);
    CodingLibrary.define(all);
    RegexLibrary.define(all);
    UnicodeLibrary.define(all);
    MathLibrary.define(all);
    TimeLibrary.define(all);
    IntervalLibrary.define(all);
    FormatLibrary.define(all);
    JsonLibrary.define(all);
    JsonBuilders.define(all);
    JsonQueries.define(all);
    JsonSearches.define(all);
    JsonChanges.define(all);
    return Map.copyOf(all.byName);
  }

  /** Collects definitions. */
  static final class Definitions {
    private final Map<String, ScalarFunction> byName = new HashMap<>();

    /** Functions that are NULL when an argument is. */
    void strict(
        String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
      add(names, result, signature, true, ScalarFunction.Json.NONE, body);
    }

    /** Functions as {@link #strict} has them of the widest type of their exact arguments. */
    void widest(String names, String signature, ScalarFunction.Body body) {
      for (String name : names.split(" ", -1)) {
        add(name, ScalarFunction.widest(name, signature, body));
      }
    }

    /** Functions that see NULLs, or are NULL for other reasons. */
    void loose(String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
      add(names, result, signature, false, ScalarFunction.Json.NONE, body);
    }

    /** Functions as {@link #strict} has them whose result is JSON: JSONB of names with such a B. */
    void strictJson(String names, String signature, ScalarFunction.Body body) {
      json(names, signature, true, body);
    }

    /** Functions as {@link #loose} has them whose result is JSON, likewise. */
    void looseJson(String names, String signature, ScalarFunction.Body body) {
      json(names, signature, false, body);
    }

    /** Functions as {@link #loose} has them whose result is JSON of the first argument's type. */
    void likeFirst(String names, String signature, ScalarFunction.Body body) {
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

  static MosqlException error(SqlState state, String message) {
    return new MosqlException(state, message);
  }
}
