/**
 * Updatable views: which views can be updated like the tables that they read, as in PostgreSQL.
 *
 * <p>{@link io.mosql.sql.view.UpdatableView} resolves a view to its base table, through other
 * views, or gives the reason why it cannot be updated. Immutable except for the syntax trees, which
 * are created anew for each use.
 *
 * <p>Used by the planner, DDL and the information schema.
 */
@NullMarked
package io.mosql.sql.view;

import org.jspecify.annotations.NullMarked;
