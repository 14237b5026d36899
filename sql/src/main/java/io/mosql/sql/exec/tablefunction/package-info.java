/**
 * Set-returning functions in FROM: GENERATE_SERIES and functions that return rows.
 *
 * <p>Rows are computed when they are pulled. A NULL argument of a strict function gives no rows.
 * Streams are not thread-safe.
 *
 * <p>Used by the plan compiler.
 */
@NullMarked
package io.mosql.sql.exec.tablefunction;

import org.jspecify.annotations.NullMarked;
