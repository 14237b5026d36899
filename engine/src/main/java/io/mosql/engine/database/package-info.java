/**
 * One open database and its directory.
 *
 * <p>An {@link io.mosql.engine.database.OpenDatabase} owns a store, its log, its files and the SQL
 * layer. A directory is marked and locked by DatabaseDirectory before anything else is touched; a
 * directory with other contents is never changed. COPY and BACKUP reach only their configured
 * directories.
 *
 * <p>OpenDatabase is thread-safe. Used by all packages of the engine; uses none of them. Of this
 * package other modules use OpenDatabase alone.
 */
@NullMarked
package io.mosql.engine.database;

import org.jspecify.annotations.NullMarked;
