/**
 * Output of the shell: destination and display of results, and errors.
 *
 * <p>{@code ShellOutput} is the current destination (console or file), {@code DisplaySettings} the
 * chosen format and null text, {@code ErrorPrinter} prints errors with their position in the
 * statement. Used by one thread. Used by {@code command} and the shell; uses {@code input} and the
 * result formats.
 */
@NullMarked
package io.mosql.server.shell.output;

import org.jspecify.annotations.NullMarked;
