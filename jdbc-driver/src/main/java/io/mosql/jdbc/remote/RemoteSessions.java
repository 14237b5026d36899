package io.mosql.jdbc.remote;

import java.util.concurrent.TimeUnit;

/** Opens sessions on the servers of a target. Thread-safe. */
public final class RemoteSessions {
  private final RemoteTarget target;

  public RemoteSessions(RemoteTarget target) {
    this.target = target;
  }

  /**
   * @param limitMillis in which one of all hosts must have answered, 0 for no other limit than
   *     connectTimeout and, in a cluster, failoverTimeout
   * @throws io.mosql.core.error.MosqlException 08001 when no host can be reached; else as the
   *     server refuses
   */
  public RemoteSession open(int limitMillis) {
    return new RemoteSession(new FailoverRouter(target, limitMillis));
  }

  /** Time that a login may take where JDBC says it in seconds. */
  public static int millis(int seconds) {
    return (int) Math.min(Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(seconds));
  }
}
