package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireWriter;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.remote.KnownCluster.NodeRole;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions on the nodes of a cluster, or on the servers of a URL: on the first host whose
 * login succeeds, unless it reports another leader. Hosts that are unreachable, full, shutting down
 * or not the leader are skipped; the refusal of a user or a database is final. While a cluster has
 * no leader the search is repeated. Changes the given view, so used by one thread at a time.
 */
final class NodeFinder {
  /** Login timeout of each of several hosts in the first round. */
  private static final int FIRST_TRY_MILLIS = 2_000;

  private static final int LONGEST_TRY_MILLIS = 30_000;

  /** First pause before a cluster without a leader is asked again. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long LONGEST_PAUSE_MILLIS = 300;

  /** Time without a connection to the leader after which a reachable node may forward. */
  private static final int FORWARD_AFTER_MILLIS = 3_000;

  private final RemoteTarget target;
  private final KnownCluster view;
  private final Connector connector;
  private final ScramAuthentication credentials;

  NodeFinder(RemoteTarget target, KnownCluster view) {
    this.target = target;
    this.view = view;
    this.connector = new Connector(target);
    this.credentials = new ScramAuthentication(target);
  }

  /** A finder for the same servers with a separate view. */
  NodeFinder with(KnownCluster other) {
    return new NodeFinder(target, other);
  }

  /** The state of one search. */
  private final class Search {
    final NodeRole wanted;
    final InitialSessionState opening;
    final Deadline limit;
    final boolean again;
    @Nullable MosqlException failure;
    @Nullable NodeSession spare;
    boolean timedOut;
    private final String forwarding;
    private final Deadline direct = Deadline.in(FORWARD_AFTER_MILLIS);

    Search(NodeRole wanted, InitialSessionState opening, Deadline limit) {
      this.wanted = wanted;
      this.opening = opening;
      this.limit = limit;
      this.again = opening.settings() != null;
      this.forwarding = String.valueOf(target.get(SessionProperty.FORWARDING));
    }

    /** Whether a follower is accepted, which then forwards all requests to the leader. */
    private boolean forwards() {
      return forwarding.equals("always")
          || forwarding.equals("auto")
              && wanted == NodeRole.LEADER
              && view.isCluster()
              && direct.isOver();
    }

    /** Tries every host once; returns the session on a suitable one, or null. */
    @Nullable NodeSession round(int tryMillis) {
      ArrayDeque<RemoteTarget.Host> queue = new ArrayDeque<>(view.candidates(wanted));
      Set<RemoteTarget.Host> asked = new HashSet<>();
      timedOut = false;
      while (!queue.isEmpty() && !limit.isOver()) {
        RemoteTarget.Host host = queue.remove();
        if (asked.add(host)) {
          NodeSession session = tried(host, limit.sooner(Deadline.in(tryMillis)));
          if (session != null && fits(session)) {
            return session;
          }
          RemoteTarget.Host leader = view.leader();
          if (leader != null && wanted == NodeRole.LEADER) {
            queue.addFirst(leader);
          } else if (wanted == NodeRole.REPLICA) {
            queue.addAll(view.candidates(wanted));
          }
        }
      }
      // The leader, when no other node accepts the login.
      return wanted == NodeRole.REPLICA ? takeSpare() : null;
    }

    private @Nullable NodeSession tried(RemoteTarget.Host host, Deadline deadline) {
      try {
        return open(host, forwards() ? opening.forwarded() : opening, deadline);
      } catch (MosqlException e) {
        if (!isOfHost(e.state()) && !(again && e.state() == SqlState.UNDEFINED_DATABASE)) {
          throw e;
        }
        timedOut |= e.getCause() instanceof SocketTimeoutException;
        if (failure == null) {
          failure = e;
        } else if (failure.getSuppressed().length < view.candidates(wanted).size()) {
          failure.addSuppressed(e);
        }
        return null;
      }
    }

    private boolean fits(NodeSession session) {
      Topology topology = session.topology();
      boolean leadWanted = wanted == NodeRole.LEADER;
      if (topology == null
          || !topology.isCluster()
          || topology.isLeader() == leadWanted
          || forwards()) {
        return true;
      }
      if (spare == null) {
        spare = session;
      } else {
        session.close();
      }
      return false;
    }

    /** Returns and clears the session kept as a fallback; null for none. */
    @Nullable NodeSession takeSpare() {
      NodeSession taken = spare;
      spare = null;
      return taken;
    }

    void closeSpare() {
      NodeSession left = takeSpare();
      if (left != null) {
        left.close();
      }
    }
  }

  /**
   * Finds a node and opens a session.
   *
   * @param limit time limit for the search for the leader of a cluster
   * @param abandoned whether the search is cancelled, called periodically
   * @throws MosqlException 08001 when no host can be reached; else the error of the server
   */
  NodeSession find(
      NodeRole wanted, InitialSessionState opening, Deadline limit, BooleanSupplier abandoned) {
    Search search = new Search(wanted, opening, limit);
    try {
      int connectMillis = target.millis(SessionProperty.CONNECT_TIMEOUT);
      int longest = connectMillis == 0 ? LONGEST_TRY_MILLIS : connectMillis;
      int tryMillis =
          view.candidates(wanted).size() == 1 ? connectMillis : Math.min(FIRST_TRY_MILLIS, longest);
      long pause = FIRST_PAUSE_MILLIS;
      while (true) {
        NodeSession found = search.round(tryMillis);
        if (found != null) {
          return found;
        }
        boolean triedLong = tryMillis == 0 || tryMillis >= longest;
        if (!view.isCluster() && (triedLong || !search.timedOut)
            || limit.isOver()
            || abandoned.getAsBoolean()
            || !paused(pause)) {
          return lastResort(search);
        }
        if (!triedLong) {
          tryMillis = view.isCluster() ? Math.min(2 * tryMillis, longest) : longest;
        }
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    } finally {
      search.closeSpare();
    }
  }

  /** Sleeps; returns false when the thread was interrupted. */
  private static boolean paused(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    return !Thread.currentThread().isInterrupted();
  }

  private static NodeSession lastResort(Search search) {
    NodeSession spare = search.takeSpare();
    if (spare != null) {
      return spare;
    }
    MosqlException failure = search.failure;
    throw failure == null ? DriverErrorMessage.NO_HOST_IN_TIME.error() : failure;
  }

  /** Whether an error is specific to the host, so that another host is tried. */
  private static boolean isOfHost(SqlState state) {
    return switch (state) {
      case CONNECTION_FAILED,
          CONNECTION_REJECTED,
          CONNECTION_LOST,
          PROTOCOL_VIOLATION,
          TOO_MANY_CONNECTIONS,
          NOT_LEADER,
          REPLICA_BEHIND,
          SHUTTING_DOWN ->
          true;
      default -> false;
    };
  }

  private NodeSession open(RemoteTarget.Host host, InitialSessionState opening, Deadline deadline) {
    try {
      FramedSocket link = connector.open(host, ClientPreface.Kind.SESSION, deadline);
      boolean done = false;
      try {
        link.setTimeout(deadline.millisLeft());
        NodeSession session = welcomed(host, link, opening);
        done = true;
        return session;
      } finally {
        if (!done) {
          link.close();
        }
      }
    } catch (SocketTimeoutException e) {
      view.suspect(host);
      throw DriverErrorMessage.CONNECT_TIMEOUT.causedBy(e, host);
    } catch (IOException e) {
      view.suspect(host);
      throw DriverErrorMessage.CONNECT_FAILED.causedBy(e, host, String.valueOf(e.getMessage()));
    } catch (WireException e) {
      throw DriverErrorMessage.NOT_A_MOSQL_SERVER.causedBy(e, host);
    }
  }

  private NodeSession welcomed(
      RemoteTarget.Host host, FramedSocket link, InitialSessionState opening) throws IOException {
    LoginResponse answer = credentials.logIn(link, opening);
    view.trust(host);
    if (answer instanceof LoginResponse.Refused refused) {
      view.update(refused.topology());
      throw ServerErrors.of(refused.sqlState(), refused.message(), MosqlException.NO_POSITION);
    }
    if (!(answer instanceof LoginResponse.Welcome welcome)) {
      throw new WireException("missing welcome");
    }
    RequestPipeline conversation =
        new RequestPipeline(link, welcome, target.millis(SessionProperty.SOCKET_TIMEOUT));
    NodeSession session = new NodeSession(this, host, welcome, conversation);
    view.update(session.topology());
    InitialSessionState.Settings settings = opening.settings();
    if (settings != null) {
      session.setAutoCommit(settings.autoCommit());
    }
    return session;
  }

  /**
   * Requests the topology from a host and updates the view.
   *
   * @return whether it responded
   */
  boolean ask(RemoteTarget.Host host, int millis) {
    try {
      open(host, InitialSessionState.FIRST, Deadline.in(millis)).close();
      return true;
    } catch (MosqlException e) {
      return e.state() != SqlState.CONNECTION_FAILED;
    }
  }

  /**
   * Requests, by another connection, that a server cancels the running statement of a session. The
   * server closes that connection after the cancel, so that later statements are not affected. Any
   * thread.
   */
  void cancel(RemoteTarget.Host host, CancelRequest request) {
    Deadline deadline = Deadline.in(target.millis(SessionProperty.CONNECT_TIMEOUT));
    try (FramedSocket link = connector.open(host, ClientPreface.Kind.CANCEL, deadline)) {
      WireWriter out = new WireWriter();
      request.write(out);
      link.send(out);
      link.awaitEnd();
    } catch (IOException | WireException e) {
      throw DriverErrorMessage.CANCEL_CONNECTION_FAILED.causedBy(e, host);
    }
  }
}
