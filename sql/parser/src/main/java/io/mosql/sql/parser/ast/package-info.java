/**
 * The syntax trees of statements for which Calcite has no node, all immutable: {@link
 * io.mosql.sql.parser.ast.Statement} and the writer of their canonical text. Sub-packages:
 * operator, query, dml, ddl, session, admin.
 *
 * <p>Invariant: a statement's canonical text parses back to an equal statement. The generated
 * parser makes statements; planner, ddl, privilege, copy and session read them.
 */
@NullMarked
package io.mosql.sql.parser.ast;

import org.jspecify.annotations.NullMarked;
