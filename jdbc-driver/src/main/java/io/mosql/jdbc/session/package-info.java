/**
 * URLs of the driver and the opening of sessions, embedded or remote.
 *
 * <p>A JdbcUrl is immutable and validated: unknown properties of a URL are rejected with 08001. The
 * embedded engine is found by {@link java.util.ServiceLoader} at the first connection. Thread-safe.
 * Uses base and the package remote; used by the root of the driver.
 */
@NullMarked
package io.mosql.jdbc.session;

import org.jspecify.annotations.NullMarked;
