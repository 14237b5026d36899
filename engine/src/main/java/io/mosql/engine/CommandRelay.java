package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.rights.NodeCommand;
import io.mosql.sql.rights.Principal;

/** Takes statements about accounts and databases to where they can be run. Thread-safe. */
@FunctionalInterface
interface CommandRelay {
  /** Of a server on its own: all are run here. */
  CommandRelay HERE = (command, by) -> false;

  /**
   * Has a statement run elsewhere, if that is where it belongs.
   *
   * @return false when it is to be run here
   * @throws MosqlException as the statement does; 57P05 when it cannot be taken there
   */
  boolean relay(NodeCommand command, Principal by);
}
