package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.core.wire.SessionState;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.remote.KnownCluster.NodeRole;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The current node of a connection, and the failover to another node. The new session gets the
 * settings of the previous one; an open transaction is lost.
 *
 * <p>Without a cluster there is no other node: a lost session ends the connection. Used by one
 * thread at a time, apart from {@link #isOver}, {@link #cancel} and {@link #close}.
 */
final class FailoverRouter {
  /** Time limit of an optional change of the node. */
  private static final int CHANGE_MILLIS = 5_000;

  private final RemoteTarget target;
  private final KnownCluster view;
  private final NodeFinder finder;
  private final int patienceMillis;
  private volatile NodeSession node;
  private volatile boolean closed;
  private volatile boolean over;
  private InitialSessionState.Settings settings;
  private @Nullable SessionState remembered;
  private @Nullable Topology placedFor;
  private NodeRole placedWanted;

  /** The requested role when the session on this node was opened. */
  private NodeRole openedWanted = NodeRole.LEADER;

  private long position;
  private int networkTimeout;
  private boolean transactionLost;
  private boolean modesAreOfNext;

  /**
   * @param limitMillis limit for a response of one of the hosts, 0 for only the limits of
   *     connectTimeout and failoverTimeout
   * @throws MosqlException 08001 when no host can be reached; else the error of the server
   */
  FailoverRouter(RemoteTarget target, int limitMillis) {
    this.target = target;
    this.view = new KnownCluster(target);
    this.finder = new NodeFinder(target, view);
    this.patienceMillis = target.millis(SessionProperty.FAILOVER_TIMEOUT);
    this.placedWanted = preferredRole(target.is(SessionProperty.READ_ONLY));
    int limit = limitMillis != 0 ? limitMillis : firstLimit();
    this.node =
        finder.find(placedWanted, InitialSessionState.FIRST, Deadline.in(limit), () -> false);
    this.settings = node.settings();
    this.networkTimeout = node.networkTimeout();
    adopt(node);
  }

  /** Limit of the first connection: connectTimeout for each host, failoverTimeout for a cluster. */
  private int firstLimit() {
    int connect = target.millis(SessionProperty.CONNECT_TIMEOUT);
    return (int)
        Math.min(
            Integer.MAX_VALUE,
            connect == 0 ? 0 : Math.max(patienceMillis, (long) connect * target.hosts().size()));
  }

  private NodeRole preferredRole(boolean readOnly) {
    if (!readOnly) {
      return NodeRole.LEADER;
    }
    return switch (String.valueOf(target.get(SessionProperty.TARGET_SERVER_TYPE))) {
      case "preferSecondary" -> NodeRole.REPLICA;
      case "any" -> readsAnywhere() ? NodeRole.REPLICA : NodeRole.LEADER;
      default -> NodeRole.LEADER;
    };
  }

  private boolean readsAnywhere() {
    return !"strict".equals(target.get(SessionProperty.READ_CONSISTENCY));
  }

  private void adopt(NodeSession arrived) {
    if (view.isCluster() && arrived.topology() != null) {
      arrived.watch(
          new StallDetector(
              finder,
              view,
              arrived.host(),
              () -> Objects.requireNonNullElse(arrived.topology(), Topology.ALONE),
              patienceMillis));
    }
    placedFor = view.newest();
    placedWanted = preferredRole(settings.readOnly());
    openedWanted = placedWanted;
    remembered = null;
  }

  /**
   * Whether this session acts for a client of another node; that client resolves the outcome of
   * lost calls itself.
   */
  boolean isDelegated() {
    return target.delegatedIdentity() != null;
  }

  /** Creates the time limit of a search that begins now. */
  RetryBudget newRetryBudget() {
    return new RetryBudget(patienceMillis);
  }

  /** Whether the connection is lost permanently, other than by closing it. Any thread. */
  boolean isOver() {
    NodeSession now = node;
    return over || now.isBroken() && !canMove(now);
  }

  /** Whether a failover from this node is possible. */
  boolean canMove(NodeSession from) {
    return !closed && !over && patienceMillis > 0 && view.isCluster() && !from.isTimedOut();
  }

  /**
   * Whether a failure is one of the node rather than of the request, and a failover is possible.
   */
  boolean isLost(NodeSession from, MosqlException failure) {
    return canMove(from) && (from.isBroken() || failure.state() == SqlState.NOT_LEADER);
  }

  /**
   * The node for a request that needs no transaction. 08003 after close, 08006 when the connection
   * is lost.
   */
  NodeSession any() {
    NodeSession now = node;
    if (over && !closed) {
      throw DriverErrorMessage.NO_OTHER_NODE.error();
    }
    if (now.isBroken() && canMove(now)) {
      boolean open = now.lastState().transactionStatus() == TransactionStatus.ACTIVE;
      now = move(now, null, newRetryBudget());
      transactionLost |= open;
    }
    now.check();
    return now;
  }

  /** The node for the next request. 40001 when the open transaction was lost. */
  NodeSession ready() {
    NodeSession now = any();
    if (forgetTransaction()) {
      throw rolledBack(null);
    }
    return now.lastState().transactionStatus() == TransactionStatus.IDLE ? placed(now) : now;
  }

  /**
   * Sets whether isolation and read-only, as reported by the session, apply to its next transaction
   * only: sessions that replace it are opened with the previous values.
   */
  void setModesAreOfNext(boolean ofNext) {
    modesAreOfNext = ofNext;
  }

  /** Returns and clears whether an open transaction was lost and the loss was not reported yet. */
  boolean forgetTransaction() {
    boolean lost = transactionLost;
    transactionLost = false;
    return lost;
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged state is the same object
  private NodeSession placed(NodeSession now) {
    if (now.lastState() != remembered || now.hasPendingRequests()) {
      remembered = now.lastState();
      InitialSessionState.Settings current = now.settings();
      settings =
          modesAreOfNext
              ? new InitialSessionState.Settings(
                  current.autoCommit(), settings.readOnly(), settings.isolation(), current.schema())
              : current;
    }
    if (now.topology() == null) {
      return now;
    }
    view.update(now.topology());
    NodeRole wanted = preferredRole(settings.readOnly());
    if (view.newest() == placedFor && wanted == placedWanted || now.isNeeded()) {
      return now;
    }
    placedFor = view.newest();
    placedWanted = wanted;
    return canMove(now) && isMisplaced(now, wanted) ? moveToPreferred(now) : now;
  }

  private boolean isMisplaced(NodeSession now, NodeRole wanted) {
    Topology reported = now.topology();
    Topology known = view.newest();
    if (reported == null || known == null) {
      return false;
    }
    boolean forwards = "always".equals(target.get(SessionProperty.FORWARDING));
    if (forwards && reported.leader() != null) {
      // Every request works on this node; but local reads or forwarding are fixed at the start of a
      // session.
      return readsAnywhere() && wanted != openedWanted && !reported.isLeader();
    }
    return wanted == NodeRole.LEADER
        ? known.leader() != null && !known.leader().equals(reported.node())
        : reported.isLeader() && view.hasReplicas();
  }

  /** Moves to the preferred node of the session, if it is available. */
  private NodeSession moveToPreferred(NodeSession from) {
    NodeSession next;
    try {
      next =
          find(
              from,
              Deadline.in(Math.min(patienceMillis, CHANGE_MILLIS)),
              preferredRole(settings.readOnly()));
    } catch (MosqlException e) {
      // The current node still works, so the session stays there.
      return from;
    }
    return switchTo(from, next);
  }

  /**
   * Moves to another node, or to a new session on the same node.
   *
   * @throws MosqlException 08006 when no suitable node is found in time, and the connection is
   *     lost; 08003 when it was closed meanwhile
   */
  NodeSession move(NodeSession from, @Nullable MosqlException why, RetryBudget patience) {
    return move(from, why, patience, preferredRole(settings.readOnly()));
  }

  private NodeSession move(
      NodeSession from, @Nullable MosqlException why, RetryBudget patience, NodeRole wanted) {
    if (from.isBroken()) {
      view.suspect(from.host());
    }
    patience.pause();
    NodeSession next;
    try {
      if (patience.isExhausted()) {
        throw DriverErrorMessage.REDIRECTION_LOOP.error();
      }
      next = find(from, patience.limit(), wanted);
    } catch (MosqlException e) {
      over = true;
      from.abandon();
      if (why != null) {
        e.addSuppressed(why);
      }
      throw DriverErrorMessage.NO_OTHER_NODE.causedBy(e);
    }
    return switchTo(from, next);
  }

  private NodeSession find(NodeSession from, Deadline limit, NodeRole wanted) {
    view.update(from.topology());
    position = Math.max(position, from.position());
    InitialSessionState.Settings now = settings;
    InitialSessionState opening =
        new InitialSessionState(
            new InitialSessionState.Settings(
                now.autoCommit(), now.readOnly(), now.isolation(), from.lastState().schema()),
            position);
    return finder.find(wanted, opening, limit, () -> closed);
  }

  private NodeSession switchTo(NodeSession from, NodeSession next) {
    from.abandon();
    next.setNetworkTimeout(networkTimeout);
    synchronized (this) {
      if (closed) {
        next.close();
        throw DriverErrorMessage.CONNECTION_CLOSED.error();
      }
      node = next;
    }
    settings = next.settings();
    adopt(next);
    return next;
  }

  /**
   * Moves to the leader, the only source of the outcome of a transaction, and sends it a request.
   *
   * @return null when no leader is found, and the connection is lost
   */
  <T> @Nullable T atLeader(
      NodeSession from, MosqlException why, RetryBudget patience, Function<NodeSession, T> asking) {
    NodeSession at = from;
    MosqlException failure = why;
    while (true) {
      try {
        at = move(at, failure, patience, NodeRole.LEADER);
        T answer = asking.apply(at);
        // A read-only connection returns to a replica.
        placedFor = null;
        return answer;
      } catch (MosqlException e) {
        if (!isLost(at, e)) {
          why.addSuppressed(e);
          return null;
        }
        failure = e;
      }
    }
  }

  /**
   * Sends a request in a separate session, since this one is lost.
   *
   * @return null when no node is found
   */
  <T> @Nullable T inSeparateSession(Function<NodeSession, T> asking) {
    if (closed) {
      return null;
    }
    int limit = target.millis(SessionProperty.CONNECT_TIMEOUT);
    try {
      NodeSession asked =
          finder.find(
              NodeRole.LEADER,
              new InitialSessionState(settings, position),
              Deadline.in(limit),
              () -> closed);
      try {
        asked.setNetworkTimeout(limit);
        return asking.apply(asked);
      } finally {
        asked.close();
      }
    } catch (MosqlException e) {
      return null;
    }
  }

  /** The exception for a call in a lost transaction. */
  static MosqlException rolledBack(@Nullable MosqlException why) {
    return DriverErrorMessage.TRANSACTION_ROLLED_BACK.causedBy(why);
  }

  int networkTimeout() {
    return networkTimeout;
  }

  void setNetworkTimeout(int millis) {
    networkTimeout = millis;
    node.setNetworkTimeout(millis);
  }

  /**
   * Checks that the node responds, or moves to another one.
   *
   * @param millis limit for the response, 0 for none
   */
  boolean isValid(int millis) {
    NodeSession now = node;
    if (closed || over || now.isClosed()) {
      return false;
    }
    if (!now.isBroken() && now.isValid(millis)) {
      return true;
    }
    if (!canMove(now)) {
      return false;
    }
    boolean open = now.lastState().transactionStatus() == TransactionStatus.ACTIVE;
    try {
      move(
          now,
          null,
          millis == 0 ? newRetryBudget() : new RetryBudget(Math.min(millis, patienceMillis)));
      transactionLost |= open;
      return true;
    } catch (MosqlException e) {
      return false;
    }
  }

  /** Any thread. */
  void cancel() {
    node.cancel();
  }

  /** Any thread. */
  void close() {
    NodeSession last;
    synchronized (this) {
      closed = true;
      last = node;
    }
    last.close();
  }
}
