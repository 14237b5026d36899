/**
 * The JDBC connection of a shell, with cached metadata of its database.
 *
 * <p>{@code ShellConnection} owns the current connection and can replace it, {@code
 * TransactionTracker} tracks whether a transaction is open, {@code MetadataCache} caches names for
 * completion. Metadata is not read while a transaction is open, since a failing query would abort
 * it. Used by one thread. Used by {@code command}, {@code terminal} and the shell; uses {@code
 * input}.
 */
@NullMarked
package io.mosql.server.shell.connection;

import org.jspecify.annotations.NullMarked;
