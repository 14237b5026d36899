/**
 * Expressions as closures: operators, functions and casts with SQL's three-valued logic.
 *
 * <p>{@link io.mosql.sql.exec.expression.ExpressionCompiler} compiles the expressions of one plan
 * and is not thread-safe; the closures that it makes have no side effects except through the
 * context, and are shared between threads. {@link io.mosql.sql.exec.expression.ValueComparisons}
 * and {@link io.mosql.sql.exec.expression.FieldCollations} define the order of values, which is
 * also the order of encoded keys.
 *
 * <p>Used by all other packages of the executor except runtime and sort. The session implements
 * TableExpressionProvider, which DDL uses too, and uses LikeMatcher.
 */
@NullMarked
package io.mosql.sql.exec.expression;

import org.jspecify.annotations.NullMarked;
