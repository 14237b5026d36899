/**
 * The planner: from a syntax tree to a physical plan. {@link io.mosql.sql.planner.Planner} runs the
 * phases in order: rewrite, validate, logical, physical (with cost), and dml for statements that
 * change rows.
 *
 * <p>Rooms, bottom-up: error, expression, schema and rewrite, validate, logical, cost, physical,
 * dml, explain. A room uses only rooms before it; explain uses cost and validate.
 *
 * <p>The planner is deterministic for one catalog and one set of statistics, generates no code and
 * reads no data. {@code Planner} is thread-safe; everything below it belongs to one statement and
 * one thread. Used by sql.session.
 */
@NullMarked
package io.mosql.sql.planner;

import org.jspecify.annotations.NullMarked;
