/**
 * Reading the current row of a result set, without cursor or session.
 *
 * <p>The chain ReadOnlyResultSet, ColumnLabelResultSet, ColumnValueResultSet implements the
 * getters; the cursors of the root package extend it. ResultShape is immutable in effect and shared
 * by the executions of a prepared statement. Uses base and conversion; used by the root of the
 * driver.
 */
@NullMarked
package io.mosql.jdbc.result;

import org.jspecify.annotations.NullMarked;
