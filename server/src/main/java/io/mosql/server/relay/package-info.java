/**
 * Sessions of clients that came to a node which does not lead their database: {@link
 * io.mosql.server.relay.HandingOn} stands before the node's engine and opens them at the leader,
 * with the driver's own means.
 */
@NullMarked
package io.mosql.server.relay;

import org.jspecify.annotations.NullMarked;
