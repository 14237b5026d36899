/**
 * Joins: hash join, merge join, nested loops and lookup join.
 *
 * <p>{@link io.mosql.sql.exec.join.JoinCompiler} compiles lookup joins and nested loops, and
 * selects hash or merge join as the plan states. All joins return rows in the order of the left
 * input, even when a hash join spills.
 *
 * <p>Compiled joins are immutable; their streams and hash tables are not thread-safe.
 *
 * <p>Used by the plan compiler; set and dml use the helpers of JoinCompiler.
 */
@NullMarked
package io.mosql.sql.exec.join;

import org.jspecify.annotations.NullMarked;
