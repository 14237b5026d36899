package io.mosql.sql.session;

import io.mosql.core.session.SessionProperty;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long statements of a session may take, and how long a transaction may be left alone: as the
 * connection said, until a setting says otherwise. Changed by the session's own thread.
 */
final class SessionTimes {
  private final IdleTransactions idleTransactions;
  private final SessionUse use;
  private final long givenTimeoutMillis;
  private final long givenIdleLimitSeconds;
  private long timeoutMillis;
  private long idleLimitSeconds;

  SessionTimes(
      IdleTransactions idleTransactions,
      SessionUse use,
      SessionFacts facts,
      Map<SessionProperty, String> properties) {
    this.idleTransactions = idleTransactions;
    this.use = use;
    givenTimeoutMillis = facts.queryTimeoutMillis(properties);
    timeoutMillis = givenTimeoutMillis;
    givenIdleLimitSeconds =
        TransactionSettings.number(
            SessionProperty.IDLE_TRANSACTION_TIMEOUT.key(),
            TransactionSettings.value(properties, SessionProperty.IDLE_TRANSACTION_TIMEOUT));
    setIdleLimitSeconds(givenIdleLimitSeconds);
  }

  /** Of statements whose execution says nothing else; 0 for no limit. */
  long timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * @param millis 0 for no limit
   */
  void setTimeoutMillis(long millis) {
    timeoutMillis = millis;
  }

  void resetTimeout() {
    timeoutMillis = givenTimeoutMillis;
  }

  long idleLimitSeconds() {
    return idleLimitSeconds;
  }

  /**
   * @param seconds 0 for no limit
   */
  void setIdleLimitSeconds(long seconds) {
    idleLimitSeconds = seconds;
    use.limit(TimeUnit.SECONDS.toNanos(seconds));
    if (seconds != 0) {
      idleTransactions.limited();
    }
  }

  void resetIdleLimit() {
    setIdleLimitSeconds(givenIdleLimitSeconds);
  }
}
