/**
 * The physical algebra: operators of plans, as immutable records over Calcite's row expressions,
 * and the Calcite types of MoSQL's own data types.
 *
 * <p>Main types: a {@link io.mosql.sql.algebra.PlanNode} is an operator, a {@link
 * io.mosql.sql.algebra.PlanVisitor} is what to do for each kind of them; a {@link
 * io.mosql.sql.algebra.PlannedStatement} is a plan with its columns, parameters and required
 * privileges.
 *
 * <p>The planner creates plans, the executor runs them, EXPLAIN prints them. Used by function,
 * planner, exec and session.
 */
@NullMarked
package io.mosql.sql.algebra;

import org.jspecify.annotations.NullMarked;
