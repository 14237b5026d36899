/**
 * Interactive input: line editing, history, prompts and completion.
 *
 * <p>{@code ShellConsole} is the interface, {@code JlineConsole} its implementation; only the
 * classes named {@code Jline..} use JLine, and they are loaded for interactive use only. {@code
 * Completer} completes keywords, names, commands and files. Input that may contain a password is
 * not written to the history. Used by one thread, the shell's.
 */
@NullMarked
package io.mosql.server.shell.terminal;

import org.jspecify.annotations.NullMarked;
