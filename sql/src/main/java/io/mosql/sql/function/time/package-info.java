/**
 * Date and time units, and formatting and parsing of times and intervals by patterns of PostgreSQL
 * and MySQL.
 *
 * <p>Invariants: values outside the calendar give 22008; a pattern is immutable. Pure and
 * thread-safe.
 *
 * <p>Uses the package number. Used by the package library, and by the planner ({@code
 * DateTimeUnit}).
 */
@NullMarked
package io.mosql.sql.function.time;

import org.jspecify.annotations.NullMarked;
