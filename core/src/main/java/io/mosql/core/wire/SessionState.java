package io.mosql.core.wire;

import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of its session without asking, sent with every answer; on the wire only what
 * changed since the answer before.
 *
 * @param schema that unqualified names resolve in
 * @param token names the open transaction, or the one that the next statement begins; null while
 *     none was told
 * @param notices since the answer before
 * @param topology the nodes of the database; null while none was told, as to clients of version 1.0
 * @param position newest one that the session has seen; 0 while none was told, as by servers on
 *     their own
 * @param timeZone id of the session's; null while none was told, as to clients before version 1.4
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
  /** Of a server on its own, as it tells it to older clients. */
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
