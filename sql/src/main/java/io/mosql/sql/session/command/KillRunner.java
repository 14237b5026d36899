package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.session.KillStatement;
import io.mosql.sql.session.transaction.MonitoredSession;

/** Runs KILL: ends another session, or cancels its running statement. */
final class KillRunner {
  private KillRunner() {}

  /**
   * Ends or cancels asynchronously: the other session stops at its next check for cancellation, its
   * statement with 57014 or 57P01.
   *
   * @throws MosqlException 42704 for a session that does not exist, or that belongs to another
   *     account unless the caller is an administrator; 22023 for the own one
   */
  static void run(CommandContext session, KillStatement kill) {
    if (kill.session() == session.id()) {
      throw SqlErrorMessage.KILL_OF_OWN_SESSION.error(kill.session());
    }
    MonitoredSession other = session.services().monitor().sessions().get(kill.session());
    if (other == null || !other.rights().isVisibleTo(session.rights().privileges())) {
      throw SqlErrorMessage.UNDEFINED_SESSION.error(kill.session());
    }
    if (kill.queryOnly()) {
      other.cancel();
    } else {
      other.kill();
    }
  }
}
