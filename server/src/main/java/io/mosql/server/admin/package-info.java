/**
 * The admin port: health, metrics for Prometheus and a small console, over HTTP on a separate port.
 *
 * <p>{@link io.mosql.server.admin.AdminServer} listens; {@link io.mosql.server.admin.ServerStatus}
 * is its view of the server, {@link io.mosql.server.admin.ConsoleAuthenticator} authenticates
 * console users, {@link io.mosql.server.admin.ServerMetrics} contains the metrics. Statements never
 * run on an event loop.
 */
@NullMarked
package io.mosql.server.admin;

import org.jspecify.annotations.NullMarked;
