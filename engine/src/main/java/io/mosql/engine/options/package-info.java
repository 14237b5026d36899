/**
 * Options and data directory of a node.
 *
 * <p>{@link io.mosql.engine.options.NodeOptions} and {@link io.mosql.engine.options.ClusterOptions}
 * are what the server's settings are converted to. NodeDirectory locks a data directory; NodeMarker
 * is the identity written in it. A directory without a marker or of another node is never changed.
 *
 * <p>Option records are immutable. Uses only the database package; used by account, cluster, tool,
 * the root of the engine and the server.
 */
@NullMarked
package io.mosql.engine.options;

import org.jspecify.annotations.NullMarked;
