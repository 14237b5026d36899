/**
 * Sessions on a server, over blocking sockets. The driver sees {@link
 * io.mosql.jdbc.remote.RemoteSessions}, which opens them, {@link
 * io.mosql.jdbc.remote.RemoteTarget}, which says where, and {@link
 * io.mosql.jdbc.remote.RemoteSession}.
 *
 * <p>The nouns within: a <i>link</i> is a socket with frames on it; a <i>conversation</i> is the
 * requests and answers of one session; a <i>flight</i> is what is sent at once, with the answers to
 * it.
 */
@NullMarked
package io.mosql.jdbc.remote;

import org.jspecify.annotations.NullMarked;
