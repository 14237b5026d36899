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
 * Opens sessions on the nodes of a cluster, or on the servers of a URL: the first host that lets
 * the client in gets it, unless it says that another one leads. Hosts that cannot be reached, are
 * full, are going away or do not lead are passed over; that a user or a database is refused is
 * final. As long as a cluster has no leader it is asked again. Changes the view that it is given,
 * so used by one thread at a time.
 */
final class NodeFinder {
  /** In which one of several hosts must have let the client in, at first. */
  private static final int FIRST_TRY_MILLIS = 2_000;

  private static final int LONGEST_TRY_MILLIS = 30_000;

  /** A cluster without a leader is left alone for a moment. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long LONGEST_PAUSE_MILLIS = 300;

  /** After so long without a way to the leader, a node that is reached may hand on. */
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

  /** One of the same servers with a view of its own. */
  NodeFinder with(KnownCluster other) {
    return new NodeFinder(target, other);
  }

  /** What one search has found out so far. */
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

    /** Whether a node that does not lead will do, which then takes all to the leader. */
    private boolean forwards() {
      return forwarding.equals("always")
          || forwarding.equals("auto")
              && wanted == NodeRole.LEADER
              && view.isCluster()
              && direct.isOver();
    }

    /** Asks every host once; the session of the one that will do, or null. */
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
      // The leader, when no other node lets the client in.
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

    /** The session that was kept for want of a better one; null for none. */
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
   * @param limit until when a cluster may look for its leader
   * @param abandoned whether nobody waits for it any more, asked now and then
   * @throws MosqlException 08001 when no host can be reached; else as the server refuses
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

  /** False when the thread was interrupted. */
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
    throw failure == null
        ? new MosqlException(SqlState.CONNECTION_FAILED, "No host can be connected to in time")
        : failure;
  }

  /** Whether another host may do better. */
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
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, host + " does not answer in time: connectTimeout", e);
    } catch (IOException e) {
      view.suspect(host);
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, "Cannot connect to " + host + ": " + e.getMessage(), e);
    } catch (WireException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, host + " does not speak MoSQL's protocol", e);
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
      throw new WireException("no welcome");
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
   * Asks a host what it knows of the cluster, which is learned.
   *
   * @return whether it answered
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
   * Asks a server, by another connection, to cancel what a session runs. When it has closed that
   * connection it has done so, and what runs later is safe. Any thread.
   */
  void cancel(RemoteTarget.Host host, CancelRequest request) {
    Deadline deadline = Deadline.in(target.millis(SessionProperty.CONNECT_TIMEOUT));
    try (FramedSocket link = connector.open(host, ClientPreface.Kind.CANCEL, deadline)) {
      WireWriter out = new WireWriter();
      request.write(out);
      link.send(out);
      link.awaitEnd();
    } catch (IOException | WireException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED, "Cannot reach " + host + " to cancel a statement", e);
    }
  }
}
