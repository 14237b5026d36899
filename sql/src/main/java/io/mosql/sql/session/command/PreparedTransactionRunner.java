package io.mosql.sql.session.command;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.session.TwoPhaseCommit;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.storage.Store;
import io.mosql.storage.certify.PreparedTransaction;
import java.nio.charset.StandardCharsets;

/** Runs PREPARE TRANSACTION, COMMIT PREPARED and ROLLBACK PREPARED. */
final class PreparedTransactionRunner {
  /** Most bytes of a global identifier in UTF-8. */
  private static final int GID_BYTES_MAX = 200;

  private PreparedTransactionRunner() {}

  /**
   * @throws io.mosql.core.error.MosqlException 22023 for an identifier that is empty, too long or
   *     contains a zero byte; 42710 for one that is in use, 42704 for one that is not; 25001 for
   *     the second phase within a transaction; 42501 for the transaction of another account
   */
  static void run(CommandContext session, TwoPhaseCommit statement) {
    String gid = statement.gid();
    if (gid.isEmpty()
        || gid.indexOf(0) >= 0
        || gid.getBytes(StandardCharsets.UTF_8).length > GID_BYTES_MAX) {
      throw SqlErrorMessage.TRANSACTION_IDENTIFIER_INVALID.error(Integer.toString(GID_BYTES_MAX));
    }
    AccountPrivileges privileges = session.rights().privileges();
    if (statement.kind() == TwoPhaseCommit.Kind.PREPARE) {
      session.transaction().prepare(gid, privileges.account());
      return;
    }
    boolean commits = statement.kind() == TwoPhaseCommit.Kind.COMMIT;
    SessionTransaction transaction = session.transaction();
    if (transaction.isActive()) {
      throw SqlErrorMessage.SECOND_PHASE_IN_TRANSACTION.error(
          commits ? "COMMIT PREPARED" : "ROLLBACK PREPARED");
    }
    Store store = session.database().store();
    for (PreparedTransaction prepared : store.prepared()) {
      if (prepared.gid().equals(gid)
          && !privileges.administrator()
          && !privileges.hasAllPrivileges()
          && prepared.owner() != privileges.account()) {
        throw SqlErrorMessage.PREPARED_BY_OTHER_ACCOUNT.error(gid);
      }
    }
    if (!store.endPrepared(gid, commits)) {
      throw SqlErrorMessage.UNDEFINED_PREPARED_TRANSACTION.error(gid);
    }
  }
}
