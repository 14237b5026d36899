package io.mosql.sql.exec.runtime;

/**
 * A compiled operator of a plan; each execution opens it as a {@link RowStream}. Immutable, shared
 * between threads.
 */
@FunctionalInterface
public interface Operator {
  RowStream open(ExecutionContext context);
}
