/**
 * Validation: names are resolved, views are expanded, every expression and parameter gets a type,
 * and the validated query becomes Calcite's relational algebra. {@code QueryAnalyzer} is the entry
 * point.
 *
 * <p>One analyzer and one validator for each query; not thread-safe. Used by logical, physical,
 * dml, explain and the root.
 */
@NullMarked
package io.mosql.sql.planner.validate;

import org.jspecify.annotations.NullMarked;
