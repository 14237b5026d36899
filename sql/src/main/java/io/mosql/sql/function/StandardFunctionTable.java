package io.mosql.sql.function;

import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.library.StandardMathLibrary;
import io.mosql.sql.function.library.StandardTextLibrary;
import io.mosql.sql.function.library.StandardTimeLibrary;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * Implementations, by name, of the functions and operators with types defined by Calcite or by the
 * planner. Immutable, thread-safe.
 */
public final class StandardFunctionTable {
  private static final Map<String, ScalarFunction> BY_NAME = table();

  private StandardFunctionTable() {}

  /**
   * The implementation of an operator, which may itself be a function of {@link FunctionTable}; or
   * null.
   */
  public static @Nullable ScalarFunction find(SqlOperator operator) {
    return operator instanceof ScalarFunction function
        ? function
        : BY_NAME.get(operator.getName().toUpperCase(Locale.ROOT));
  }

  private static Map<String, ScalarFunction> table() {
    FunctionDefinitions all = new FunctionDefinitions();
    StandardTextLibrary.define(all);
    StandardMathLibrary.define(all);
    StandardTimeLibrary.define(all);
    return all.byName();
  }
}
