/**
 * Communication between nodes: Ratis over gRPC, with our own appender and a deserialization filter.
 *
 * <p>PeerAppender differs from that of Ratis in the treatment of members that are far behind. Some
 * classes access private members of Ratis by reflection; they fail at start with a release of Ratis
 * that lacks them. Threads are those of Ratis. Used by the root only; uses no other package of the
 * module.
 */
@NullMarked
package io.mosql.consensus.ratis.transport;

import org.jspecify.annotations.NullMarked;
