/**
 * Rows as text: {@link io.mosql.server.result.RowSource} is where they come from, {@link
 * io.mosql.server.result.ResultFormat} how they are written. Rows are streamed; no format keeps
 * more than a block of them. Uses {@code csv}; used by the command line and its shell.
 */
@NullMarked
package io.mosql.server.result;

import org.jspecify.annotations.NullMarked;
