package io.mosql.engine;

import io.mosql.core.session.Login;
import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;

/** How a node opens sessions at other nodes of its cluster, for those that it let in itself. */
@FunctionalInterface
public interface PeerDoor {
  /**
   * @throws io.mosql.core.error.MosqlException 57P05 when the node cannot be reached, else as it
   *     refuses
   */
  Session open(Topology.Place place, Login login);
}
