/**
 * Statements that define objects of a database: tables, indexes, views, sequences, schemas and
 * comments.
 *
 * <p>Immutable. Created by parser.impl; used by ddl, privilege and session.
 */
@NullMarked
package io.mosql.sql.parser.ast.ddl;

import org.jspecify.annotations.NullMarked;
