/**
 * JDBC over the session API of core, for applications and tools. Only {@link
 * io.mosql.jdbc.MosqlDriver} and {@link io.mosql.jdbc.MosqlDataSource} are public; everything else
 * is reached through {@code java.sql}.
 *
 * <p>The nouns: a {@link io.mosql.jdbc.JdbcUrl} says which database; a {@link
 * io.mosql.jdbc.SessionSource} turns it into a session, in this process or of a server; a {@link
 * io.mosql.jdbc.SessionGate} lets one thread at a time into that session; a {@link
 * io.mosql.jdbc.ResultShape} is what a statement remembers about its result columns.
 */
@NullMarked
package io.mosql.jdbc;

import org.jspecify.annotations.NullMarked;
