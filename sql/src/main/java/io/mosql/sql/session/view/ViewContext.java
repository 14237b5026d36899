package io.mosql.sql.session.view;

import io.mosql.core.port.LogStatistics;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.transaction.MonitoredSession;
import io.mosql.sql.session.transaction.RetryCounters;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.util.Collection;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The parts of a database that its system views show. Thread-safe, as its parts are.
 *
 * @param monitor monitor of the sessions of all databases of the server
 * @param sessions open sessions of this database; a live view that may be read at any time
 * @param cachedPlans number of plans in the cache
 * @param log metrics of the store's log
 */
public record ViewContext(
    DatabaseContext database,
    SessionMonitor monitor,
    Collection<? extends MonitoredSession> sessions,
    RetryCounters retries,
    IntSupplier cachedPlans,
    Supplier<LogStatistics> log) {}
