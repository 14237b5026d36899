/**
 * The planner, which turns a syntax tree into a physical plan. {@link io.mosql.sql.planner.Planner}
 * runs the phases in order: rewrite, validate, optimize, logical, physical (with cost), and dml for
 * statements that change rows.
 *
 * <p>Sub-packages, bottom-up: error, expression, schema and rewrite, validate, optimize, logical,
 * cost, physical, dml, explain. A sub-package uses only those before it; explain uses cost and
 * validate.
 *
 * <p>The planner is deterministic for one catalog and one set of statistics, generates no code and
 * reads no data. {@code Planner} is thread-safe; all other objects are confined to one statement
 * and one thread. Used by sql.session.
 */
@NullMarked
package io.mosql.sql.planner;

import org.jspecify.annotations.NullMarked;
