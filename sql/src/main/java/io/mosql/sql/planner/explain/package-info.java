/**
 * EXPLAIN output: plans as text and as JSON. The output depends on the plan alone, not on the order
 * or numbers of internal names.
 *
 * <p>Stateless or immutable. Used by the root and by sql.session.
 */
@NullMarked
package io.mosql.sql.planner.explain;

import org.jspecify.annotations.NullMarked;
