package io.mosql.engine.cluster;

import io.mosql.core.session.Login;
import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;

/** Opens sessions on other nodes of the cluster. */
@FunctionalInterface
public interface PeerSessionOpener {
  /**
   * @throws io.mosql.core.error.MosqlException 57P05 when the node cannot be reached, else the
   *     error of the node
   */
  Session open(Topology.NodeAddress place, Login login);
}
