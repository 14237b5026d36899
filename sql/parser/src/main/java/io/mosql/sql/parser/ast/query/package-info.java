/**
 * Clauses of queries that Calcite's syntax tree cannot represent: DISTINCT ON, WITH TIES, GROUPS
 * frames, USING with an alias, FOR UPDATE and FOR SHARE.
 *
 * <p>Immutable. Used by dml, parser, parser.impl, planner and session.
 */
@NullMarked
package io.mosql.sql.parser.ast.query;

import org.jspecify.annotations.NullMarked;
