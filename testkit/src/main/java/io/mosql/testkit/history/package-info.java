/**
 * Histories of clients, and what can be said of them from outside: a {@link
 * io.mosql.testkit.history.HistoryRecorder} keeps what each client asked, was answered, and when; a
 * checker looks for {@linkplain io.mosql.testkit.history.Anomaly anomalies} that a {@link
 * io.mosql.testkit.history.ConsistencyModel} forbids. Pure: no database, no SQL.
 */
@NullMarked
package io.mosql.testkit.history;

import org.jspecify.annotations.NullMarked;
