/**
 * Statements that change rows: INSERT, UPDATE, DELETE, MERGE, and data-modifying WITH.
 *
 * <p>Immutable. Created by parser.impl; used by planner and session. Uses ddl for the keys of ON
 * CONFLICT and query for FOR UPDATE.
 */
@NullMarked
package io.mosql.sql.parser.ast.dml;

import org.jspecify.annotations.NullMarked;
