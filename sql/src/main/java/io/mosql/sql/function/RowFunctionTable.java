package io.mosql.sql.function;

import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.library.ArrayRowLibrary;
import io.mosql.sql.function.library.JsonRowLibrary;
import io.mosql.sql.function.library.TextRowLibrary;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All functions that return a set of rows, by name. Immutable, thread-safe. */
public final class RowFunctionTable {
  private static final Map<String, RowFunction> BY_NAME = table();

  private RowFunctionTable() {}

  /** The function of an upper case name, or null. */
  public static @Nullable RowFunction find(String name) {
    return BY_NAME.get(name);
  }

  static Collection<RowFunction> all() {
    return BY_NAME.values();
  }

  private static Map<String, RowFunction> table() {
    Map<String, RowFunction> all = new HashMap<>(JsonRowLibrary.table());
    all.putAll(TextRowLibrary.table());
    all.putAll(ArrayRowLibrary.table());
    return Map.copyOf(all);
  }
}
