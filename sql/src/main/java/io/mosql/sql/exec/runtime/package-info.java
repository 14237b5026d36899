/**
 * The foundation of all operators: the interfaces of operators, expressions and row streams, and
 * the state of one execution.
 *
 * <p>An {@link io.mosql.sql.exec.runtime.Operator} and an {@link
 * io.mosql.sql.exec.runtime.Expression} are immutable and shared between threads. An {@link
 * io.mosql.sql.exec.runtime.ExecutionContext} and the {@link io.mosql.sql.exec.runtime.RowStream}s
 * opened with it belong to one thread.
 *
 * <p>Invariant: rows that an operator buffers are charged to the session's {@link
 * io.mosql.sql.exec.runtime.MemoryAccount}, and all of them are released when the statement or its
 * cursor ends.
 *
 * <p>Used by all packages of the executor, by COPY, by DDL, by the session and, for HeapGuard, by
 * the engine. Depends on no other package of the executor.
 */
@NullMarked
package io.mosql.sql.exec.runtime;

import org.jspecify.annotations.NullMarked;
