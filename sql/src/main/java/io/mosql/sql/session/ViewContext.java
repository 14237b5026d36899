package io.mosql.sql.session;

import io.mosql.core.port.LogStatistics;
import java.util.Collection;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The parts of a database that its system views show. Thread-safe, as its parts are.
 *
 * @param monitor of the sessions of all databases of the server
 * @param sessions those of this database that are open; read at any time
 * @param cachedPlans number of plans in the cache
 * @param log figures of the store's log
 */
record ViewContext(
    DatabaseContext database,
    Oversight monitor,
    Collection<? extends MonitoredSession> sessions,
    Reruns retries,
    IntSupplier cachedPlans,
    Supplier<LogStatistics> log) {}
