/**
 * Text operations of SQL: by code point, substring search, regular expressions, and the limit on
 * the length of results.
 *
 * <p>Invariants: surrogate pairs are never split; searches take linear time or a bounded number of
 * steps, and check for cancellation. Pure and thread-safe.
 *
 * <p>Used by the packages path and library, and by the executor.
 */
@NullMarked
package io.mosql.sql.function.text;

import org.jspecify.annotations.NullMarked;
