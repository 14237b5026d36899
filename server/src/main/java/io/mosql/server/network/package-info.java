/**
 * The server side of the native protocol.
 *
 * <p>{@code NetworkServer} listens; each connection is a Netty pipeline of one frame handler at a
 * time: preface, login, then session or cancel request. A {@code RequestExecutor} runs the requests
 * of one session of the {@code ServerEngine} independently of sockets. {@code NetworkContext}
 * contains the state shared by all connections of a server: limits, login throttle, worker pool,
 * frame memory.
 *
 * <p>Invariants: an event loop never blocks; work that may block runs on the worker pool; the
 * requests of one session run one at a time and in order. Handlers are confined to their event
 * loop; {@code NetworkServer}, {@code NetworkContext}, {@code ConnectionLimits} and {@code
 * WorkerPool} are thread-safe. Used by {@code process}, and by the command line for {@code
 * CertsCommand}.
 */
@NullMarked
package io.mosql.server.network;

import org.jspecify.annotations.NullMarked;
