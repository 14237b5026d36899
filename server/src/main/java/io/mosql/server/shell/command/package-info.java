/**
 * Execution of statements and backslash commands.
 *
 * <p>{@code Interpreter} runs the items of an input one by one; the classes named {@code
 * ..Commands} implement the commands by topic, {@code StatementPrinter} runs SQL and prints the
 * result, {@code ShellCopy} implements {@code \copy}. {@code ShellContext} contains their shared
 * state: connection, output, settings, interrupts. Used by one thread, except for {@code
 * InterruptHandler}, which is thread-safe. Used by {@code terminal} and the shell; uses {@code
 * input}, {@code output}, {@code connection}, the result formats and the import and export of CSV.
 */
@NullMarked
package io.mosql.server.shell.command;

import org.jspecify.annotations.NullMarked;
