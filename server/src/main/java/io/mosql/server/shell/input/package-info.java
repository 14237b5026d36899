/**
 * Lexical analysis of shell input.
 *
 * <p>{@code InputSplitter} splits lines into SQL statements and backslash commands, {@code
 * CommandArguments} splits the arguments of a command, {@code LeadingKeywords} finds the first
 * words of a statement, {@code PasswordMasking} removes passwords from text that is kept or shown.
 * No JDBC, no I/O. Not thread-safe. Used by all other packages of the shell; uses none of them.
 */
@NullMarked
package io.mosql.server.shell.input;

import org.jspecify.annotations.NullMarked;
