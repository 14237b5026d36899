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

  public static Set<String> names() {
    return BY_NAME.keySet();
  }

  private static Map<String, ScalarFunction> table() {
    Definitions all = new Definitions();
    TextLibrary.define(all);
    CodingLibrary.define(all);
    RegexLibrary.define(all);
    MathLibrary.define(all);
    TimeLibrary.define(all);
    IntervalLibrary.define(all);
    FormatLibrary.define(all);
    JsonLibrary.define(all);
    JsonBuilders.define(all);
    JsonQueries.define(all);
    JsonSearches.define(all);
    return Map.copyOf(all.byName);
  }

  /** Collects definitions. */
  static final class Definitions {
    private final Map<String, ScalarFunction> byName = new HashMap<>();

    /** Functions that are NULL when an argument is. */
    void strict(
        String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
      add(names, result, signature, true, false, body);
    }

    /** Functions that see NULLs, or are NULL for other reasons. */
    void loose(String names, @Nullable SqlType result, String signature, ScalarFunction.Body body) {
      add(names, result, signature, false, false, body);
    }

    /** Functions as {@link #strict} has them whose result is a text that is JSON. */
    void strictJson(String names, String signature, ScalarFunction.Body body) {
      add(names, SqlType.TEXT, signature, true, true, body);
    }

    /** Functions as {@link #loose} has them whose result is a text that is JSON. */
    void looseJson(String names, String signature, ScalarFunction.Body body) {
      add(names, SqlType.TEXT, signature, false, true, body);
    }

    private void add(
        String names,
        @Nullable SqlType result,
        String signature,
        boolean strict,
        boolean json,
        ScalarFunction.Body body) {
      for (String name : names.split(" ")) {
        ScalarFunction before =
            byName.put(name, ScalarFunction.of(name, result, signature, strict, json, body));
        if (before != null) {
          throw new IllegalStateException("defined twice: " + name);
        }
      }
    }
  }

  static MosqlException error(SqlState state, String message) {
    return new MosqlException(state, message);
  }
}
