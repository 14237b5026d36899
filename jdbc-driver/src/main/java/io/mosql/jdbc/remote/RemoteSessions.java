package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireWriter;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions on the servers of a target: the first host that lets the client in gets it. Hosts
 * that cannot be reached, are full or are going away are passed over; that a user or a database is
 * refused is final. Thread-safe.
 */
public final class RemoteSessions {
  private final RemoteTarget target;
  private final Connector connector;
  private final Credentials credentials;

  public RemoteSessions(RemoteTarget target) {
    this.target = target;
    this.connector = new Connector(target);
    this.credentials = new Credentials(target);
  }

  /**
   * @param limitMillis in which one of all hosts must have answered, 0 for no other limit than
   *     connectTimeout
   * @throws MosqlException 08001 when no host can be reached; else as the server refuses
   */
  public RemoteSession open(int limitMillis) {
    Deadline limit = Deadline.in(limitMillis);
    MosqlException failure = null;
    for (RemoteTarget.Host host : hosts()) {
      try {
        return open(host, limit);
      } catch (MosqlException e) {
        if (!isOfHost(e.state())) {
          throw e;
        }
        failure = also(failure, e);
      }
    }
    throw failure == null
        ? new MosqlException(SqlState.CONNECTION_FAILED, "There is no host to connect to")
        : failure;
  }

  /** Every server is a primary today, so whichever type is asked for, all of them will do. */
  private List<RemoteTarget.Host> hosts() {
    if (!target.is(SessionProperty.LOAD_BALANCE_HOSTS)) {
      return target.hosts();
    }
    List<RemoteTarget.Host> shuffled = new ArrayList<>(target.hosts());
    Collections.shuffle(shuffled);
    return shuffled;
  }

  /** Whether another host may do better. */
  private static boolean isOfHost(SqlState state) {
    return switch (state) {
      case CONNECTION_FAILED,
          CONNECTION_REJECTED,
          CONNECTION_LOST,
          PROTOCOL_VIOLATION,
          TOO_MANY_CONNECTIONS,
          SHUTTING_DOWN ->
          true;
      default -> false;
    };
  }

  private static MosqlException also(@Nullable MosqlException first, MosqlException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  private RemoteSession open(RemoteTarget.Host host, Deadline limit) {
    Deadline deadline = limit.sooner(Deadline.in(target.millis(SessionProperty.CONNECT_TIMEOUT)));
    try {
      Link link = connector.open(host, ClientPreface.Kind.SESSION, deadline);
      boolean done = false;
      try {
        link.setTimeout(deadline.millisLeft());
        LoginResponse.Welcome welcome = credentials.logIn(link);
        RemoteSession session =
            new RemoteSession(
                this,
                host,
                welcome,
                new Conversation(link, welcome, target.millis(SessionProperty.SOCKET_TIMEOUT)));
        done = true;
        return session;
      } finally {
        if (!done) {
          link.close();
        }
      }
    } catch (SocketTimeoutException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, host + " does not answer in time: connectTimeout", e);
    } catch (IOException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, "Cannot connect to " + host + ": " + e.getMessage(), e);
    } catch (WireException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, host + " does not speak MoSQL's protocol", e);
    }
  }

  /**
   * Asks a server, by another connection, to cancel what a session runs. When it has closed that
   * connection it has done so, and what runs later is safe.
   */
  void cancel(RemoteTarget.Host host, CancelRequest request) {
    Deadline deadline = Deadline.in(target.millis(SessionProperty.CONNECT_TIMEOUT));
    try (Link link = connector.open(host, ClientPreface.Kind.CANCEL, deadline)) {
      WireWriter out = new WireWriter();
      request.write(out);
      link.send(out);
      link.awaitEnd();
    } catch (IOException | WireException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, "Cannot reach " + host + " to cancel a statement", e);
    }
  }

  /** What became of a transaction whose session is lost; unknown when nobody can be asked. */
  TransactionFate fate(TransactionToken token) {
    int limit = target.millis(SessionProperty.CONNECT_TIMEOUT);
    try {
      RemoteSession session = open(limit);
      try {
        session.setNetworkTimeout(limit);
        return session.fate(token);
      } finally {
        session.close();
      }
    } catch (MosqlException e) {
      return TransactionFate.UNKNOWN;
    }
  }

  /** Time that a login may take where JDBC says it in seconds. */
  public static int millis(int seconds) {
    return (int) Math.min(Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(seconds));
  }
}
