/**
 * The shell: statements and backslash commands from a terminal, files, arguments or a pipe, over
 * one JDBC connection of any driver. {@link io.mosql.server.shell.Shell} is the way in; the {@code
 * Interpreter} runs what {@code Pieces} cuts out of the input; {@code Console} is where a person
 * types. Only the classes whose names begin with {@code Jline} know JLine, and they are loaded when
 * somebody types.
 */
@NullMarked
package io.mosql.server.shell;

import org.jspecify.annotations.NullMarked;
