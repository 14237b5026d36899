package io.mosql.sql.session.command;

import io.mosql.core.session.Session;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.prepare.StatementPreparer;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.sql.session.transaction.PlanRunner;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.sql.session.transaction.SessionInfo;
import io.mosql.sql.session.transaction.SessionPrivileges;
import io.mosql.sql.session.transaction.SessionTimeouts;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.sql.session.transaction.TransactionSettings;

/**
 * The session that a command runs in, with the parts of it and of its database that commands use.
 * Used by one thread at a time, except for closing and cancelling (see {@link Session}).
 */
public interface CommandContext extends Session {
  /** Number of the session, unique in the server. */
  long id();

  /** The account that the session acts for. */
  Principal principal();

  SessionPrivileges rights();

  SessionInfo facts();

  SessionTransaction transaction();

  TransactionSettings settings();

  RetryingRunner statements();

  PlanRunner plans();

  StatementCancellation interruption();

  SessionTimeouts times();

  DatabaseContext database();

  DatabaseCatalog catalogs();

  StatementPreparer preparer();

  DatabaseServices services();

  /** Adds a notice of the running statement to the answer. */
  void addNotice(Notice notice);
}
