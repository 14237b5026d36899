package io.mosql.sql.planner.error;

import io.mosql.core.error.MosqlException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when Calcite fails on a statement that it does not support.
 *
 * <p>Calcite's parser accepts more than its validator and converter handle: a query as a window's
 * sort key, a row in place of a table. On such a tree they fail with a JVM exception (null pointer,
 * class cast, index) or an assertion. A complete list of such trees is not possible, and the
 * statement is invalid, so these failures are reported as not supported. Exceptions thrown by
 * MoSQL's own classes, even when called by Calcite, are internal errors, as are failures outside of
 * {@link #guard} and results whose types differ from the validated ones: in the last case the
 * statement was understood, but a type was derived wrongly.
 */
public final class UnsupportedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MESSAGE_MAX = 200;

  /** JVM messages, and those of some assertions, contain names of classes and variables. */
  private static final Pattern OF_THE_INSIDE =
      Pattern.compile(
          "Exception|Cannot invoke|Cannot read|[a-z]\\.[a-z]+\\.|\\b[a-z]+[A-Z]\\w*|[{}$]");

  /** Calcite's message when validator and converter derive different types. */
  private static final String OTHER_TYPES = "failed to preserve datatypes";

  private final transient SqlParserPos pos;

  private UnsupportedStatementException(String message, SqlParserPos pos, Throwable cause) {
    super(message, cause);
    this.pos = pos;
  }

  /** Returns the position of the expression that was processed, as far as known. */
  SqlParserPos pos() {
    return pos;
  }

  /**
   * Runs a step of Calcite and translates its failures.
   *
   * @param at supplies the position of the current expression after a failure
   */
  public static <T> T guard(Supplier<T> work, Supplier<SqlParserPos> at) {
    try {
      return work.get();
    } catch (RuntimeException | AssertionError e) {
      if (isDeliberate(e) || !isThrownByCalcite(e)) {
        throw e;
      }
      throw new UnsupportedStatementException(message(e), at.get(), e);
    }
  }

  /** Whether the exception was thrown deliberately, or has a translation of its own. */
  private static boolean isDeliberate(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof MosqlException
          || t instanceof UnsupportedStatementException
          || t instanceof CalciteException
          || t instanceof SqlValidatorException
          || t instanceof VirtualMachineError
          || PlanErrors.isKnown(t)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the root cause was thrown by Calcite's code. The JVM omits the stack trace of
   * exceptions that it throws often; an earlier instance then had a stack trace.
   */
  private static boolean isThrownByCalcite(Throwable thrown) {
    String message = thrown.getMessage();
    if (message != null && message.contains(OTHER_TYPES)) {
      return false;
    }
    for (StackTraceElement frame : rootCause(thrown).getStackTrace()) {
      String name = frame.getClassName();
      if (!name.startsWith("java.")
          && !name.startsWith("jdk.")
          && !name.startsWith("com.google.")) {
        return name.startsWith("org.apache.calcite.");
      }
    }
    return true;
  }

  private static Throwable rootCause(Throwable thrown) {
    Throwable first = thrown;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return first;
  }

  private static String message(Throwable thrown) {
    String reason = reason(rootCause(thrown).getMessage());
    return "the statement is not understood"
        + (reason.isEmpty() ? ": a part of it cannot stand where it does" : ": " + reason);
  }

  private static String reason(@Nullable String message) {
    String line = message == null ? "" : message.lines().findFirst().orElse("");
    return line.length() > MESSAGE_MAX || OF_THE_INSIDE.matcher(line).find() ? "" : line.strip();
  }
}
