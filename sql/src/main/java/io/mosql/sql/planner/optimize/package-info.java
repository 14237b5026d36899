/**
 * Rewrites of relational algebra before the search: outer joins become narrower, unused joins are
 * removed. {@code AlgebraOptimizer} runs a program of Calcite's rules and our own.
 *
 * <p>Programs and rules are immutable and shared; all other objects are confined to one statement.
 * Used by dml and the root.
 */
@NullMarked
package io.mosql.sql.planner.optimize;

import org.jspecify.annotations.NullMarked;
