package io.mosql.sql.function.define;

import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the ways to call a function.
 *
 * @param name in lower case
 * @param parameters types of the parameters; null for one that takes values of any type
 * @param variadic whether the last parameters may be repeated
 * @param result its columns: one without a name for a function of values, more for one that returns
 *     rows
 */
public record FunctionSignature(
    String name,
    Kind kind,
    List<@Nullable SqlType> parameters,
    boolean variadic,
    List<Result> result) {
  /** The kind of a function. */
  public enum Kind {
    SCALAR,
    AGGREGATE,
    WINDOW,
    ROWS
  }

  /**
   * A column of the result.
   *
   * @param name empty for the value of a function
   * @param type null for one that depends on the arguments
   */
  public record Result(String name, @Nullable SqlType type) {}

  public FunctionSignature {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    result = List.copyOf(result);
  }
}
