package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of one execution.
 *
 * @param maxRows rows after which a query ends, 0 for all
 * @param timeoutMillis time after which the statement is cancelled with 57014, 0 for never
 * @param keyColumns null: no generated keys wanted; empty: the auto-increment columns, or the
 *     primary key; else these columns of the inserted rows
 * @param fetchRows rows to transfer over a network at a time, 0 to leave the choice to the
 *     transport
 */
public record ExecutionOptions(
    long maxRows, long timeoutMillis, @Nullable List<String> keyColumns, int fetchRows) {
  public static final ExecutionOptions DEFAULT = new ExecutionOptions(0, 0, null);

  /** Creates options that leave the number of fetched rows to the transport. */
  public ExecutionOptions(long maxRows, long timeoutMillis, @Nullable List<String> keyColumns) {
    this(maxRows, timeoutMillis, keyColumns, 0);
  }
}
