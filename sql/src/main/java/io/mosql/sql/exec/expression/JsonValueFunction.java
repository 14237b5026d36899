package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.library.JsonQueryLibrary;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * JSON_VALUE: the scalar at a path of a JSON document, as a value of a type. The results of ON
 * EMPTY and ON ERROR are evaluated only when needed.
 *
 * @param path parsed when it is a literal, else null
 * @param onEmpty NULL, ERROR or DEFAULT
 * @param onError NULL, ERROR or DEFAULT
 * @param passed the values of the path's variables, as JSON; null for no variables
 */
record JsonValueFunction(
    Expression document,
    Expression pathText,
    JsonQueryLibrary.@Nullable Path path,
    String onEmpty,
    String onError,
    Expression emptyDefault,
    Expression errorDefault,
    @Nullable Expression passed,
    SqlType type)
    implements Expression {
  /**
   * Compiles a call. Its operands are the document, the path, ON EMPTY, ON ERROR, both defaults
   * and, if there are any, the values passed.
   */
  static Expression compile(RexCall call, Expression[] operands) {
    List<RexNode> nodes = call.getOperands();
    return new JsonValueFunction(
        operands[0],
        operands[1],
        path(nodes.get(1)),
        behaviour(nodes.get(2)),
        behaviour(nodes.get(3)),
        operands[4],
        operands[5],
        operands.length > 6 ? operands[6] : null,
        RelTypes.sqlType(call.getType()));
  }

  private static JsonQueryLibrary.@Nullable Path path(RexNode node) {
    // a number is converted to text only when it is evaluated
    String text =
        node instanceof RexLiteral literal && literal.getTypeName() == SqlTypeName.CHAR
            ? literal.getValueAs(String.class)
            : null;
    try {
      return text == null ? null : JsonQueryLibrary.Path.of(text);
    } catch (MosqlException e) {
      // an invalid path is an error of the rows, if there are any
      return null;
    }
  }

  private static String behaviour(RexNode node) {
    String name = node instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
    return Objects.requireNonNullElse(name, "NULL");
  }

  @Override
  public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
    Object text = document.evaluate(row, context);
    Object pathValue = pathText.evaluate(row, context);
    if (text == null || pathValue == null) {
      return null;
    }
    Object variables = passed == null ? null : passed.evaluate(row, context);
    JsonQueryLibrary.Path known =
        path == null ? JsonQueryLibrary.Path.of(pathValue.toString()) : path;
    try {
      List<JsonQueryLibrary.Scalar> found =
          known.scalar(text, variables == null ? null : variables.toString());
      if (!found.isEmpty()) {
        return value(found.get(0).text(), context);
      }
    } catch (MosqlException e) {
      if (e.state() == SqlState.UNDEFINED_OBJECT) {
        // a path variable without a value is an error of the path
        throw e;
      }
      return otherwise(onError, errorDefault, e, row, context);
    }
    return otherwise(onEmpty, emptyDefault, JsonQueryLibrary.empty(), row, context);
  }

  /**
   * Converts the scalar. Only a TIMESTAMPTZ reads the session's time zone, so an expression in an
   * index has none. A text that is too long is an error here, unlike in CAST.
   */
  private @Nullable Object value(@Nullable String text, ExecutionContext context) {
    return switch (type.kind()) {
      case CHAR, VARCHAR -> Coercion.assign(text, type);
      case TIMESTAMPTZ -> Coercion.cast(text, SqlType.TEXT, type, context.session().zone());
      default -> Coercion.cast(text, SqlType.TEXT, type);
    };
  }

  private static @Nullable Object otherwise(
      String behaviour,
      Expression value,
      MosqlException error,
      @Nullable Object[] row,
      ExecutionContext context) {
    return switch (behaviour) {
      case "ERROR" -> throw error;
      case "DEFAULT" -> value.evaluate(row, context);
      default -> null;
    };
  }
}
