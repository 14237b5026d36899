package io.mosql.sql.exec.runtime;

/**
 * An expression needs what only the thread of the session may use, such as its transaction. The
 * query is computed without workers instead.
 */
public final class NotOnWorkerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotOnWorkerException() {
    super("only the thread of the session computes this", null, false, false);
  }
}
