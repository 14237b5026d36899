package io.mosql.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement with an unexpected outcome.
 *
 * @param where class of the exception and its top stack frames: usually equal for equal faults
 * @param text the statement and the stack trace
 */
record MutationFinding(String where, String text) {
  private static final int FRAMES = 4;

  static MutationFinding thrown(String script, String sql, String answer, Throwable thrown) {
    return new MutationFinding(
        where(thrown), script + ": " + sql + "\n  " + answer + " " + trace(thrown));
  }

  static MutationFinding said(String script, String sql, String message) {
    return new MutationFinding(
        "says " + message.replaceAll("\\d+|'[^']*'|\"[^\"]*\"", "."),
        script + ": " + sql + "\n  says " + message);
  }

  /** The location of the root cause. */
  static String where(Throwable thrown) {
    Deque<Throwable> causes = new ArrayDeque<>();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      causes.push(t);
    }
    Throwable first = causes.pop();
    List<StackTraceElement> frames =
        List.of(first.getStackTrace()).stream()
            .filter(frame -> !frame.getClassName().matches("(java|jdk|com\\.google)\\..*"))
            .limit(FRAMES)
            .toList();
    return first.getClass().getSimpleName()
        + frames.stream()
            .map(
                frame ->
                    frame.getClassName().replaceAll("^.*\\.", "")
                        + "."
                        + frame.getMethodName()
                        + ":"
                        + frame.getLineNumber())
            .collect(Collectors.joining(" < ", " at ", ""));
  }

  private static String trace(Throwable thrown) {
    StringBuilder trace = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      StackTraceElement[] stack = t.getStackTrace();
      trace.append(t).append(stack.length == 0 ? "" : " at " + stack[0]).append("\n  ");
    }
    return trace.toString();
  }
}
