/**
 * Formatting of result rows as text: {@link io.mosql.server.result.RowSource} supplies rows, {@link
 * io.mosql.server.result.ResultFormat} writes them. Rows are streamed; no format buffers more than
 * one block. Uses {@code csv}; used by the command line and its shell.
 */
@NullMarked
package io.mosql.server.result;

import org.jspecify.annotations.NullMarked;
