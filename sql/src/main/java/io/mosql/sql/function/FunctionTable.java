package io.mosql.sql.function;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.function.library.DeclaredDigits;
import io.mosql.sql.function.library.EncodingLibrary;
import io.mosql.sql.function.library.FormatLibrary;
import io.mosql.sql.function.library.IntervalLibrary;
import io.mosql.sql.function.library.JsonBuildLibrary;
import io.mosql.sql.function.library.JsonLibrary;
import io.mosql.sql.function.library.JsonQueryLibrary;
import io.mosql.sql.function.library.JsonSearchLibrary;
import io.mosql.sql.function.library.JsonbLibrary;
import io.mosql.sql.function.library.MathLibrary;
import io.mosql.sql.function.library.RegexLibrary;
import io.mosql.sql.function.library.RowIdLibrary;
import io.mosql.sql.function.library.TextLibrary;
import io.mosql.sql.function.library.TimeLibrary;
import io.mosql.sql.function.library.UnicodeLibrary;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All scalar functions by name. Immutable, thread-safe. */
public final class FunctionTable {

  /** Loaded on the first lookup of a name that Calcite's tables do not contain. */
  private static final Map<String, ScalarFunction> BY_NAME = table();

  private FunctionTable() {}

  /** The function of an upper case name, or null. */
  public static @Nullable ScalarFunction find(String name) {
    return BY_NAME.get(name);
  }

  /**
   * Digits after the point of numbers that to_number reads by a pattern.
   *
   * @throws MosqlException 22023 for an invalid pattern
   */
  public static int fraction(String pattern) {
    return FormatLibrary.fraction(pattern);
  }

  public static Set<String> names() {
    return BY_NAME.keySet();
  }

  static Collection<ScalarFunction> all() {
    return BY_NAME.values();
  }

  private static Map<String, ScalarFunction> table() {
    FunctionDefinitions all = new FunctionDefinitions();
    TextLibrary.define(all);
    ArrayLibrary.define(all);
    EncodingLibrary.define(all);
    RowIdLibrary.define(all);
    RegexLibrary.define(all);
    UnicodeLibrary.define(all);
    MathLibrary.define(all);
    TimeLibrary.define(all);
    IntervalLibrary.define(all);
    DeclaredDigits.define(all);
    FormatLibrary.define(all);
    JsonLibrary.define(all);
    JsonBuildLibrary.define(all);
    JsonQueryLibrary.define(all);
    JsonSearchLibrary.define(all);
    JsonbLibrary.define(all);
    return all.byName();
  }
}
