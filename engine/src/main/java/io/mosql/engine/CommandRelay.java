package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.rights.Authority.Wording;
import io.mosql.sql.rights.Principal;

/** Takes to other nodes what is to be done there. Thread-safe. */
@FunctionalInterface
interface CommandRelay {
  /** Of a server on its own: all is done here. */
  CommandRelay HERE = (wording, by) -> false;

  /**
   * Has a statement about accounts or databases run elsewhere, if that is where it belongs. What it
   * did is known here when it returns.
   *
   * @return false when it is to be run here
   * @throws MosqlException as the statement does; 57P05 when it cannot be taken there
   */
  boolean relay(Wording wording, Principal by);

  /** See {@link io.mosql.sql.rights.Authority#askLeader}. */
  default void askLeader(String database, Principal by) {}
}
