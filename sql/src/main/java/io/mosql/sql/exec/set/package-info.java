/**
 * Set operations (UNION, INTERSECT, EXCEPT) and WITH RECURSIVE.
 *
 * <p>FieldCollations defines the equality of rows, with NULL equal to NULL. Set operations spill to
 * hash partitions, after which rows come in another order. Compiled operators are immutable; their
 * streams are not thread-safe.
 *
 * <p>Used by the plan compiler.
 */
@NullMarked
package io.mosql.sql.exec.set;

import org.jspecify.annotations.NullMarked;
