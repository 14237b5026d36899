package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
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
    FunctionDefinitions all = new FunctionDefinitions();
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
    return all.byName();
  }
}
