/**
 * The functions by topic: text, encoding, regular expressions, Unicode, numbers, dates and times,
 * intervals, formats, and JSON.
 *
 * <p>Each library adds its functions to a {@code FunctionDefinitions}, or returns a map of
 * set-returning functions. Bodies are pure and thread-safe; errors have the SQLSTATE of PostgreSQL.
 *
 * <p>Used by the function tables only, except {@code JsonQueryLibrary}, which the executor uses
 * too.
 */
@NullMarked
package io.mosql.sql.function.library;

import org.jspecify.annotations.NullMarked;
