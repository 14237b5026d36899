/**
 * Statements that Calcite has no node for, as immutable syntax trees: {@link
 * io.mosql.sql.parser.ast.Statement} and the writer of their canonical text. Rooms: operator,
 * query, dml, ddl, session, admin.
 *
 * <p>Invariant: a statement's canonical text parses back to an equal statement. The generated
 * parser makes statements; planner, ddl, privilege, copy and session read them.
 */
@NullMarked
package io.mosql.sql.parser.ast;

import org.jspecify.annotations.NullMarked;
