/**
 * The JDBC driver: connections, statements, cursors and metadata over the session API of core.
 *
 * <p>Only {@link io.mosql.jdbc.MosqlDriver} and the data sources are public; all other types are
 * used through {@code java.sql}. A SessionLock serializes the use of one session. Connections,
 * statements and result sets refer to each other and therefore share this package.
 *
 * <p>Connections may be shared by threads; statements and result sets are for one thread at a time,
 * apart from cancel. Uses all packages below; none of them uses this one.
 */
@NullMarked
package io.mosql.jdbc;

import org.jspecify.annotations.NullMarked;
