/**
 * Sessions on a server or a cluster, over blocking sockets.
 *
 * <p>{@link io.mosql.jdbc.remote.RemoteSessions} opens sessions on the servers of a {@link
 * io.mosql.jdbc.remote.RemoteTarget}; a {@link io.mosql.jdbc.remote.RemoteSession} fails over to
 * another node and retries what is safe to retry. Within: a FramedSocket carries frames, a
 * RequestPipeline the requests and responses of one session, a NodeSession is the session on one
 * node, FailoverRouter chooses the node.
 *
 * <p>Sessions are used by one thread at a time, apart from cancel and close. Public types begin
 * with Remote. Uses base. Used by the driver and by the server, which forwards to other nodes.
 */
@NullMarked
package io.mosql.jdbc.remote;

import org.jspecify.annotations.NullMarked;
