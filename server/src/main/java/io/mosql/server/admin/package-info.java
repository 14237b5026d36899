/**
 * The admin door: health, figures for Prometheus and a small console, by HTTP on a port of its own.
 *
 * <p>{@link io.mosql.server.admin.AdminServer} listens; {@link io.mosql.server.admin.ServerStatus}
 * is what it knows of the server, {@link io.mosql.server.admin.ConsoleAuthenticator} who may use
 * the console, {@link io.mosql.server.admin.ServerMetrics} what it counts. Nothing here runs a
 * statement on an event loop.
 */
@NullMarked
package io.mosql.server.admin;

import org.jspecify.annotations.NullMarked;
