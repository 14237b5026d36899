package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.privilege.AccountService.StatementOrigin;
import io.mosql.sql.privilege.Principal;

/**
 * Forwards account and database commands to the node that leads the system database. Thread-safe.
 */
@FunctionalInterface
public interface CommandForwarder {
  /** Forwarder of a single server: every command runs locally. */
  CommandForwarder LOCAL = (wording, by) -> false;

  /**
   * Forwards a statement about accounts or databases when another node must execute it. Its effects
   * are visible here on return.
   *
   * @return false when the statement must run on this node
   * @throws MosqlException the error of the statement; 57P05 when it cannot be forwarded
   */
  boolean forward(StatementOrigin wording, Principal by);

  /** See {@link io.mosql.sql.privilege.AccountService#askLeader}. */
  default void askLeader(String database, Principal by) {}
}
