/**
 * The catalog as a Calcite schema: tables, stored and system views, and their scans in relational
 * algebra.
 *
 * <p>Names resolve through {@code RelationResolver}. Tables are created on demand and are
 * immutable. Used by validate, optimize, logical, physical, dml and the root.
 */
@NullMarked
package io.mosql.sql.planner.schema;

import org.jspecify.annotations.NullMarked;
