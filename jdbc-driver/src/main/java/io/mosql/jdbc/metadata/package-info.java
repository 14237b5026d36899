/**
 * Metadata that needs no connection: capabilities, prescribed columns, search patterns, parameters.
 *
 * <p>SqlCapabilities and SessionCapabilities implement the constant methods of {@link
 * java.sql.DatabaseMetaData}; the root package adds the methods that read the database. Immutable.
 * Uses base and conversion; used by the root of the driver.
 */
@NullMarked
package io.mosql.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
