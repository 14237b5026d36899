package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one execution is to go.
 *
 * @param maxRows rows after which a query ends, 0 for all
 * @param timeoutMillis time after which the statement is cancelled with 57014, 0 for never
 * @param keyColumns null: no generated keys wanted; empty: the auto-increment columns, or the
 *     primary key; else these columns of the inserted rows
 */
public record ExecutionOptions(
    long maxRows, long timeoutMillis, @Nullable List<String> keyColumns) {
  public static final ExecutionOptions DEFAULT = new ExecutionOptions(0, 0, null);
}
