/**
 * Advice on indexes, for EXPLAIN (ADVISE): which indexes that do not exist would make a statement
 * read less.
 *
 * <p>Main types: {@link io.mosql.sql.planner.advise.IndexAdvisor} plans the statement with
 * hypothetical indexes, by the planner of all statements; {@link
 * io.mosql.sql.planner.advise.IndexAdvice} is one that helps. Nothing is built and no row is read.
 *
 * <p>Used by sql.session.
 */
@NullMarked
package io.mosql.sql.planner.advise;

import org.jspecify.annotations.NullMarked;
