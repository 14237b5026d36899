package io.mosql.sql.session.transaction;

import io.mosql.core.session.SessionProperty;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The statement timeout and the idle transaction timeout of a session. Changed by the session's own
 * thread.
 */
public final class SessionTimeouts {
  private final IdleTransactionMonitor idleTransactions;
  private final SessionActivity use;
  private final long givenTimeoutMillis;
  private final long givenIdleLimitSeconds;
  private long timeoutMillis;
  private long idleLimitSeconds;

  public SessionTimeouts(
      IdleTransactionMonitor idleTransactions,
      SessionActivity use,
      SessionInfo facts,
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

  /** The timeout of statements that set no other; 0 for no limit. */
  public long timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * @param millis 0 for no limit
   */
  public void setTimeoutMillis(long millis) {
    timeoutMillis = millis;
  }

  public void resetTimeout() {
    timeoutMillis = givenTimeoutMillis;
  }

  public long idleLimitSeconds() {
    return idleLimitSeconds;
  }

  /**
   * @param seconds 0 for no limit
   */
  public void setIdleLimitSeconds(long seconds) {
    idleLimitSeconds = seconds;
    use.setIdleLimit(TimeUnit.SECONDS.toNanos(seconds));
    if (seconds != 0) {
      idleTransactions.ensureStarted();
    }
  }

  public void resetIdleLimit() {
    setIdleLimitSeconds(givenIdleLimitSeconds);
  }
}
