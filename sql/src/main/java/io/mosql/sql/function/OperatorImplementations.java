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
 * The implementations of operators: of those whose types Calcite or the planner defines, found by
 * name, while a function of {@link FunctionTable} is its own. Immutable, thread-safe.
 */
public final class OperatorImplementations {
  private static final Map<String, ScalarFunction> BY_NAME = table();

  private OperatorImplementations() {}

  /** The implementation of an operator, or null. */
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
