package io.mosql.sql.exec.runtime;

/**
 * An expression needs what only the thread of the session may use, such as its transaction: it is
 * parallel restricted, as PostgreSQL calls it. The query is computed without workers instead.
 */
public final class ParallelRestrictedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ParallelRestrictedException() {
    super("only the thread of the session computes this", null, false, false);
  }
}
