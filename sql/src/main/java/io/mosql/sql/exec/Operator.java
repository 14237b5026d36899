package io.mosql.sql.exec;

/** A compiled operator. Immutable, shared between threads. */
@FunctionalInterface
interface Operator {
  RowStream open(ExecutionContext context);
}
