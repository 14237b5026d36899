/**
 * The interactive SQL shell: entry point and options.
 *
 * <p>{@code Shell} executes the command line or starts the interactive loop. The subpackages, each
 * using only the preceding ones: {@code input} splits text into statements and backslash commands;
 * {@code output} shows results and errors; {@code connection} contains the JDBC connection and
 * cached metadata; {@code command} executes statements and commands; {@code terminal} reads lines
 * with history and completion. Works with any JDBC driver. Each shell is used by one thread; an
 * interrupt comes from another. Used by the command line alone.
 */
@NullMarked
package io.mosql.server.shell;

import org.jspecify.annotations.NullMarked;
