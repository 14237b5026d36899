/**
 * Statements that define objects of a database: tables, indexes, views, sequences, schemas and
 * comments.
 *
 * <p>Immutable. Made by parser.impl; read by ddl, privilege and session.
 */
@NullMarked
package io.mosql.sql.parser.ast.ddl;

import org.jspecify.annotations.NullMarked;
