/**
 * Histories of clients, and their checkers: a {@link io.mosql.testkit.history.HistoryRecorder}
 * records the requests and answers of each client with their times; a checker finds {@linkplain
 * io.mosql.testkit.history.Anomaly anomalies} that a {@link
 * io.mosql.testkit.history.ConsistencyModel} forbids. Pure: no database, no SQL.
 */
@NullMarked
package io.mosql.testkit.history;

import org.jspecify.annotations.NullMarked;
