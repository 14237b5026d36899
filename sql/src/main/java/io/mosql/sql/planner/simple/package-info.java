/**
 * Plans of the simplest statements, made without the grammar and without Calcite's validator: an
 * INSERT of constant rows and a SELECT of one row by its primary key. They are the plans that the
 * planner makes. Uses algebra, catalog and a few helpers of the planner; used by session.
 */
@NullMarked
package io.mosql.sql.planner.simple;

import org.jspecify.annotations.NullMarked;
