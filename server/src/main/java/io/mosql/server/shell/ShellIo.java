package io.mosql.server.shell;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Streams and environment of the shell.
 *
 * @param in standard input, for scripts
 * @param out destination of results
 * @param err destination of errors of scripts, warnings and progress
 * @param inputIsTerminal whether input is interactive
 * @param outputIsTerminal whether output is a terminal
 * @param environment values of environment variables, null for unset ones
 * @param home home directory of the user
 */
public record ShellIo(
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    boolean inputIsTerminal,
    boolean outputIsTerminal,
    UnaryOperator<@Nullable String> environment,
    Path home) {}
