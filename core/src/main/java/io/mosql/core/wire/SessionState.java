package io.mosql.core.wire;

import io.mosql.core.session.Session;
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
 */
public record SessionState(
    Session.TransactionStatus transactionStatus,
    boolean autoCommit,
    boolean readOnly,
    Session.Isolation isolation,
    String schema,
    @Nullable TransactionToken token,
    List<Session.Notice> notices) {}
