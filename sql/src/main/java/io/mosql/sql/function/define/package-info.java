/**
 * The definition of a function: name, signature, parameter kinds, result type and body.
 *
 * <p>Invariants: the body of a strict function receives no NULL; arguments arrive in the form that
 * their {@code ParameterKind} states; a name is defined once. Definitions are immutable and
 * thread-safe.
 *
 * <p>Used by the package library and the function tables; planner and executor use {@code
 * ScalarFunction} and {@code RowFunction}.
 */
@NullMarked
package io.mosql.sql.function.define;

import org.jspecify.annotations.NullMarked;
