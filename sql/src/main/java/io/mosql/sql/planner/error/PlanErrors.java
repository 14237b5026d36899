package io.mosql.sql.planner.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.error.SqlErrorMessage;
import java.time.DateTimeException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.jspecify.annotations.Nullable;

/**
 * Translates exceptions of planning into {@code MosqlException}: validation errors by their
 * message, with the position in the text; features that Calcite does not support as 0A000; anything
 * else, including an Error, as an internal error of the statement.
 */
public final class PlanErrors {
  private record Rule(Pattern pattern, SqlState state) {}

  private static final List<Rule> RULES =
      List.of(
          rule("^(Object|Table) '.*' not found.*", SqlState.UNDEFINED_TABLE),
          rule("^Column '.*' not found.*", SqlState.UNDEFINED_COLUMN),
          rule("^Unknown (identifier|field|target column).*", SqlState.UNDEFINED_COLUMN),
          rule("^Column '.*' is ambiguous.*", SqlState.AMBIGUOUS_COLUMN),
          rule("^Not a record type.*", SqlState.UNDEFINED_TABLE),
          rule("^(Unknown datatype name|Named type not found).*", SqlState.UNDEFINED_OBJECT),
          rule(
              "^(No match found for function signature|Function '.*' not defined).*",
              SqlState.UNDEFINED_FUNCTION),
          rule("^Invalid number of arguments to function.*", SqlState.UNDEFINED_FUNCTION),
          rule("^Expression '.*' is not being grouped.*", SqlState.GROUPING_ERROR),
          rule("^(Aggregate expression|Argument to GROUPING).*", SqlState.GROUPING_ERROR),
          rule("^Argument to function '.*' must be a literal.*", SqlState.FEATURE_NOT_SUPPORTED),
          rule("^ROWS value must be a non-negative.*", SqlState.INVALID_FRAME_OFFSET),
          rule("^Referenced window .*", SqlState.WINDOWING_ERROR),
          rule(
              "^(Windowed aggregate|Window name|Window specification|Window expressions|Window"
                  + " '|RANGE clause|ROW/RANGE|UNBOUNDED|CURRENT ROW|OVER clause|Duplicate"
                  + " window|PARTITION BY not|Upper frame|ORDER BY not allowed|OVER must|Data"
                  + " [Tt]ype.* RANGE).*",
              SqlState.WINDOWING_ERROR),
          rule("^Expression '.*' is not in the select clause.*", SqlState.GROUPING_ERROR),
          rule("^Cannot apply '.SCALAR_QUERY'.*", SqlState.SYNTAX_ERROR),
          rule("^Numeric literal '.*' out of range.*", SqlState.NUMBER_OUT_OF_RANGE),
          rule(
              "^(Cannot apply|Cast function cannot convert|Incompatible|Values passed to|"
                  + "Parameters must be of the same type|Type mismatch|Illegal mixing of types|"
                  + "WHERE clause must be|HAVING clause must be|.* clause must be a condition|"
                  + "Cannot infer return type|Expected a boolean|Expected a character|"
                  + "Unable to|Types must be comparable|.* is not comparable).*",
              SqlState.DATATYPE_MISMATCH));

  private PlanErrors() {}

  private static Rule rule(String pattern, SqlState state) {
    return new Rule(Pattern.compile(pattern, Pattern.DOTALL), state);
  }

  /**
   * Returns an error at a position in the text, whose offset is filled in by {@link #translate}.
   */
  public static RuntimeException at(ErrorMessage message, SqlParserPos pos, Object... arguments) {
    return new Located(message.state(), message.text(arguments), pos);
  }

  /** An error with a line and column. */
  private static final class Located extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final SqlState state;
    private final transient SqlParserPos pos;

    Located(SqlState state, String message, SqlParserPos pos) {
      super(message, null, false, false);
      this.state = state;
      this.pos = pos;
    }
  }

  /**
   * Translates any exception of planning.
   *
   * @param sql the statement's text, or null when not known
   */
  public static MosqlException translate(Throwable thrown, @Nullable String sql) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof MosqlException known) {
        return known;
      } else if (t instanceof Located located) {
        return new MosqlException(
            located.state,
            message(located),
            offset(sql, located.pos.getLineNum(), located.pos.getColumnNum()),
            null);
      } else if (t instanceof UnsupportedStatementException refused) {
        return new MosqlException(
            SqlState.FEATURE_NOT_SUPPORTED,
            message(refused),
            offset(sql, refused.pos().getLineNum(), refused.pos().getColumnNum()),
            refused.getCause());
      } else if (t instanceof StackOverflowError) {
        // Calcite wraps exceptions of its reflective visitors.
        return SqlErrorMessage.TOO_COMPLEX.error();
      }
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof CalciteContextException context) {
        Throwable cause = context.getCause() == null ? context : context.getCause();
        return new MosqlException(
            state(cause),
            message(cause),
            offset(sql, context.getPosLine(), context.getPosColumn()),
            thrown);
      } else if (t instanceof SqlValidatorException || t instanceof CalciteException) {
        return new MosqlException(state(t), message(t), thrown);
      }
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      SqlState state = known(t);
      if (state != null) {
        return new MosqlException(state, message(t), thrown);
      }
    }
    return SqlErrorMessage.PLANNING_FAILED.causedBy(thrown, thrown.getClass().getSimpleName());
  }

  /**
   * Whether the exception reports an error of the statement, although it has no class of its own.
   */
  static boolean isKnown(Throwable thrown) {
    return thrown instanceof Located || known(thrown) != null;
  }

  private static @Nullable SqlState known(Throwable thrown) {
    if (thrown instanceof ArithmeticException) {
      boolean zero = message(thrown).contains("zero");
      return zero ? SqlState.DIVISION_BY_ZERO : SqlState.NUMBER_OUT_OF_RANGE;
    } else if (thrown instanceof DateTimeException) {
      return SqlState.DATETIME_OVERFLOW;
    } else if (thrown instanceof NumberFormatException || isBadUuid(thrown)) {
      return SqlState.INVALID_CAST;
    } else if (thrown instanceof IllegalArgumentException) {
      return message(thrown).contains("table function")
          ? SqlState.FEATURE_NOT_SUPPORTED
          : message(thrown).endsWith("due to overflow") ? SqlState.NUMBER_OUT_OF_RANGE : null;
    }
    return null;
  }

  /** Whether a UUID literal is invalid; literals are decoded when their value is first needed. */
  private static boolean isBadUuid(Throwable thrown) {
    return thrown instanceof IllegalArgumentException && message(thrown).contains("UUID");
  }

  private static String message(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : message;
  }

  private static SqlState state(Throwable cause) {
    String message = message(cause);
    for (Rule rule : RULES) {
      if (rule.pattern.matcher(message).matches()) {
        return rule.state;
      }
    }
    return SqlState.SYNTAX_ERROR;
  }

  private static int offset(@Nullable String sql, int line, int column) {
    if (line < 1 || column < 1) {
      return MosqlException.NO_POSITION;
    }
    if (sql == null) {
      return line == 1 ? column : MosqlException.NO_POSITION;
    }
    int start = 0;
    for (int i = 1; i < line; i++) {
      int end = start;
      while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
        end++;
      }
      if (end == sql.length()) {
        return MosqlException.NO_POSITION;
      }
      boolean pair =
          sql.charAt(end) == '\r' && end + 1 < sql.length() && sql.charAt(end + 1) == '\n';
      start = end + (pair ? 2 : 1);
    }
    return start + column;
  }
}
