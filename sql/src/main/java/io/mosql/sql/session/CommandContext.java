package io.mosql.sql.session;

import io.mosql.core.session.Session;
import io.mosql.sql.rights.Principal;

/**
 * The session that a command runs in, with the parts of it and of its database that commands use.
 * Used by one thread at a time, but for what {@link Session} says of closing and cancelling.
 */
interface CommandContext extends Session {
  /** Number of the session. */
  long id();

  /** The account that the session acts for. */
  Principal principal();

  SessionRights rights();

  SessionFacts facts();

  SessionTransaction transaction();

  TransactionSettings settings();

  StatementRunner statements();

  PlanRunner plans();

  Interruption interruption();

  SessionTimes times();

  DatabaseContext database();

  DatabaseCatalog catalogs();

  StatementPreparer preparer();

  DatabaseServices services();
}
