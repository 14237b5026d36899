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
 * @param out results
 * @param err errors of scripts, warnings and progress
 * @param inputIsTerminal whether a person types
 * @param outputIsTerminal whether a person reads
 * @param environment values of variables, null for those that are not set
 * @param home directory of the user's own files
 */
public record ShellIo(
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    boolean inputIsTerminal,
    boolean outputIsTerminal,
    UnaryOperator<@Nullable String> environment,
    Path home) {}
