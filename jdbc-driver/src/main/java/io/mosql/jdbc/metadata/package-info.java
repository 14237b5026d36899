/**
 * Metadata that needs no connection: capabilities, prescribed columns, search patterns, parameters.
 *
 * <p>SqlCapabilities and SessionCapabilities implement the constant answers of {@link
 * java.sql.DatabaseMetaData}; the root package extends them with what is read from the database.
 * Immutable. Uses base and conversion; used by the root of the driver.
 */
@NullMarked
package io.mosql.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
