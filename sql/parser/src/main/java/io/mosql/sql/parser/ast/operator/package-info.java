/**
 * Operators and type names that the grammar adds to Calcite's, with PostgreSQL's precedence. The
 * planner replaces the operators by functions.
 *
 * <p>Immutable singletons. The grammar templates name these classes. Used by parser.impl and the
 * planner.
 */
@NullMarked
package io.mosql.sql.parser.ast.operator;

import org.jspecify.annotations.NullMarked;
