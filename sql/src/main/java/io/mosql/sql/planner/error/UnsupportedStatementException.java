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
 * <p>Its parser reads more than its validator and converter foresee: a query as the name of a
 * window's key, a row where a table stands. They look at such a tree as if it were another one and
 * fail by what the JVM throws then (a null, a cast, an index) or by an assertion. No list of such
 * trees can be complete, and a client that sent one made a mistake: so these are refused as not
 * supported. What our own classes threw, also when Calcite called them, is a fault of ours and
 * stays one, and so is what fails outside of {@link #guard}. A result whose types are not those
 * that were validated is one, too: the statement was understood, and a type was made wrong.
 */
public final class UnsupportedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MESSAGE_MAX = 200;

  /** The JVM's words name classes and variables; so do those of some assertions. */
  private static final Pattern OF_THE_INSIDE =
      Pattern.compile(
          "Exception|Cannot invoke|Cannot read|[a-z]\\.[a-z]+\\.|\\b[a-z]+[A-Z]\\w*|[{}$]");

  /** Calcite's words where its two halves come to other types. */
  private static final String OTHER_TYPES = "failed to preserve datatypes";

  private final transient SqlParserPos pos;

  private UnsupportedStatementException(String message, SqlParserPos pos, Throwable cause) {
    super(message, cause);
    this.pos = pos;
  }

  /** Where in the text, as far as known: of the expression that was looked at. */
  SqlParserPos pos() {
    return pos;
  }

  /**
   * Lets Calcite do something.
   *
   * @param at the expression that it looks at, asked when it has failed
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

  /** Whether it was thrown on purpose, or is known under another name. */
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
   * Whether Calcite's code threw what was thrown first. The JVM leaves the stack out of what it
   * throws often: that has then been there with one.
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
