package io.mosql.jdbc.remote;

import java.util.concurrent.TimeUnit;

/** Opens sessions on the servers of a target. Thread-safe. */
public final class RemoteSessions {
  private final RemoteTarget target;

  public RemoteSessions(RemoteTarget target) {
    this.target = target;
  }

  /**
   * @param limitMillis limit for a response of one of the hosts, 0 for only the limits of
   *     connectTimeout and, in a cluster, failoverTimeout
   * @throws io.mosql.core.error.MosqlException 08001 when no host can be reached; else the error of
   *     the server
   */
  public RemoteSession open(int limitMillis) {
    return new RemoteSession(new FailoverRouter(target, limitMillis));
  }

  /** Converts a login timeout of JDBC, in seconds, to milliseconds. */
  public static int millis(int seconds) {
    return (int) Math.min(Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(seconds));
  }
}
