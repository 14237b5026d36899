/**
 * Types, operators and functions of expressions, as extensions of Calcite: the type system and type
 * factory, the operator table, collation rules, and helpers over row expressions ({@code RexNode}).
 *
 * <p>Invariant: the operator table lists exactly the operators and functions that the executor
 * evaluates. Operators and type systems are immutable and shared by all threads. Used by all
 * sub-packages of the planner except error, schema and explain.
 */
@NullMarked
package io.mosql.sql.planner.expression;

import org.jspecify.annotations.NullMarked;
