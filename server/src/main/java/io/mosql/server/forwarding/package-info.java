/**
 * Forwarding of sessions of clients that connect to a node which is not the leader of their
 * database.
 *
 * <p>{@code ForwardingEngine} wraps the node's engine and opens such a session at the leader with
 * the driver's transport; {@code ForwardedSession} is that session. A request is forwarded once: a
 * node that is asked by another node and is not the leader returns an error. {@code
 * ForwardingEngine} is thread-safe, a session is used by one thread at a time. The only package of
 * the server that may use the driver. Used by {@code process}.
 */
@NullMarked
package io.mosql.server.forwarding;

import org.jspecify.annotations.NullMarked;
