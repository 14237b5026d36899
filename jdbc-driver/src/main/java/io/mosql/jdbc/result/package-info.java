/**
 * The columns of a result and rows in memory, without cursor or session. ResultShape is immutable
 * in effect and shared by the executions of a prepared statement. Uses base; used by the root of
 * the driver.
 */
@NullMarked
package io.mosql.jdbc.result;

import org.jspecify.annotations.NullMarked;
