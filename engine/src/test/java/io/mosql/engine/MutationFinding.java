package io.mosql.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement and what should not have come of it.
 *
 * @param where what threw it and the frames above which it was thrown: the same for the same fault,
 *     as a rule
 * @param text the statement and all that was thrown
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

  /** Of what was thrown first. */
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
