/**
 * Inverted indexes over JSONB documents and arrays, as PostgreSQL's GIN.
 *
 * <p>{@link io.mosql.sql.inverted.DocumentItems} computes the items of a document or array, for
 * each of which the index has an entry; {@link io.mosql.sql.inverted.ItemSearch} is the search that
 * a condition implies.
 *
 * <p>Invariant: items are hashes, so a search may return rows that do not meet the condition but
 * never misses one; the condition is evaluated on each candidate. Types are immutable.
 *
 * <p>Used by the functions, the algebra, the planner and the executor.
 */
@NullMarked
package io.mosql.sql.inverted;

import org.jspecify.annotations.NullMarked;
