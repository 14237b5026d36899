/**
 * Rows as text: {@link io.mosql.server.result.RowSource} is where they come from, {@link
 * io.mosql.server.result.ResultFormat} how they are written. Rows are streamed; no format keeps
 * more than a block of them. Used by the command line's shell.
 */
@NullMarked
package io.mosql.server.result;

import org.jspecify.annotations.NullMarked;
