/**
 * Metadata that needs no connection: prescribed columns, search patterns, parameters. Immutable.
 * Uses base; used by the root of the driver.
 */
@NullMarked
package io.mosql.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
