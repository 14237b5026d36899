package io.mosql.core.wire;

import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session that its client tracks; every answer contains the changes since the
 * preceding answer.
 *
 * @param schema that unqualified names resolve in
 * @param token of the open transaction, or of the next one; null while none was sent
 * @param notices since the answer before
 * @param topology the nodes of the database; null while none was sent, as to clients of version 1.0
 * @param position newest one that the session has seen; 0 while none was sent, as by single servers
 * @param timeZone id of the session's time zone; null while none was sent, as to clients before
 *     version 1.4
 */
public record SessionState(
    Session.TransactionStatus transactionStatus,
    boolean autoCommit,
    boolean readOnly,
    Session.Isolation isolation,
    String schema,
    @Nullable TransactionToken token,
    List<Session.Notice> notices,
    @Nullable Topology topology,
    long position,
    @Nullable String timeZone) {
  /** The state of a single server, as sent to older clients. */
  public SessionState(
      Session.TransactionStatus transactionStatus,
      boolean autoCommit,
      boolean readOnly,
      Session.Isolation isolation,
      String schema,
      @Nullable TransactionToken token,
      List<Session.Notice> notices) {
    this(transactionStatus, autoCommit, readOnly, isolation, schema, token, notices, null, 0, null);
  }
}
