package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.privilege.AccountService.StatementOrigin;
import io.mosql.sql.privilege.Principal;

/**
 * Forwards account and database commands to the node that leads the system database. Thread-safe.
 */
@FunctionalInterface
public interface CommandForwarder {
  /** Of a server on its own: all is done here. */
  CommandForwarder LOCAL = (wording, by) -> false;

  /**
   * Has a statement about accounts or databases run elsewhere, if that is where it belongs. What it
   * did is known here when it returns.
   *
   * @return false when it is to be run here
   * @throws MosqlException as the statement does; 57P05 when it cannot be taken there
   */
  boolean forward(StatementOrigin wording, Principal by);

  /** See {@link io.mosql.sql.privilege.AccountService#askLeader}. */
  default void askLeader(String database, Principal by) {}
}
