package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.core.wire.SessionState;
import io.mosql.jdbc.remote.KnownCluster.NodeRole;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The current node of a connection, and the failover to another node. The settings of the session
 * go with it; an open transaction does not.
 *
 * <p>Without a cluster there is no other node: the session that is lost is over. Used by one thread
 * at a time, but for {@link #isOver}, {@link #cancel} and {@link #close}.
 */
final class FailoverRouter {
  /** A move that nothing forces is not worth more than that. */
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

  /** When the session on this node was opened. */
  private NodeRole openedWanted = NodeRole.LEADER;

  private long position;
  private int networkTimeout;
  private boolean transactionLost;
  private boolean modesAreOfNext;

  /**
   * @param limitMillis in which one of all hosts must have answered, 0 for no other limit than
   *     connectTimeout and failoverTimeout
   * @throws MosqlException 08001 when no host can be reached; else as the server refuses
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

  /** Each host has the time that connectTimeout gives it, a cluster that of failoverTimeout. */
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

  /** Whether somebody else, who knows more, finds out what became of what was lost. */
  boolean isDelegated() {
    return target.delegatedIdentity() != null;
  }

  /** For how long a search that begins now may last. */
  RetryBudget newRetryBudget() {
    return new RetryBudget(patienceMillis);
  }

  /** Whether nothing more can be done with the connection, and not by closing it. Any thread. */
  boolean isOver() {
    NodeSession now = node;
    return over || now.isBroken() && !canMove(now);
  }

  /** Whether another node can take the place of this one. */
  boolean canMove(NodeSession from) {
    return !closed && !over && patienceMillis > 0 && view.isCluster() && !from.isTimedOut();
  }

  /** Whether a failure is one of the node rather than of what was asked, and another can be had. */
  boolean isLost(NodeSession from, MosqlException failure) {
    return canMove(from) && (from.isBroken() || failure.state() == SqlState.NOT_LEADER);
  }

  /** The node, for what needs no transaction. 08003 once closed, 08006 once over. */
  NodeSession any() {
    NodeSession now = node;
    if (over && !closed) {
      throw new MosqlException(
          SqlState.CONNECTION_LOST, "The connection is lost, and no other node was found");
    }
    if (now.isBroken() && canMove(now)) {
      boolean open = now.lastState().transactionStatus() == TransactionStatus.ACTIVE;
      now = move(now, null, newRetryBudget());
      transactionLost |= open;
    }
    now.check();
    return now;
  }

  /** The node to run the next thing on. 40001 when the open transaction was lost. */
  NodeSession ready() {
    NodeSession now = any();
    if (forgetTransaction()) {
      throw rolledBack(null);
    }
    return now.lastState().transactionStatus() == TransactionStatus.IDLE ? placed(now) : now;
  }

  /**
   * Whether isolation and read-only, as the session tells them, are said of its next transaction
   * alone: sessions that take its place are opened with those from before.
   */
  void setModesAreOfNext(boolean ofNext) {
    modesAreOfNext = ofNext;
  }

  /** Whether there was a transaction that is lost and that nobody was told of yet. */
  boolean forgetTransaction() {
    boolean lost = transactionLost;
    transactionLost = false;
    return lost;
  }

  @SuppressWarnings("ReferenceEquality") // what was looked at already is the same object
  private NodeSession placed(NodeSession now) {
    if (now.lastState() != remembered || now.hasPendingRequests()) {
      remembered = now.lastState();
      InitialSessionState.Settings told = now.settings();
      settings =
          modesAreOfNext
              ? new InitialSessionState.Settings(
                  told.autoCommit(), settings.readOnly(), settings.isolation(), told.schema())
              : told;
    }
    if (now.topology() == null) {
      return now;
    }
    view.update(now.topology());
    NodeRole wanted = preferredRole(settings.readOnly());
    if (view.newest() == placedFor && wanted == placedWanted) {
      return now;
    }
    placedFor = view.newest();
    placedWanted = wanted;
    return canMove(now) && isMisplaced(now, wanted) ? moveToPreferred(now) : now;
  }

  private boolean isMisplaced(NodeSession now, NodeRole wanted) {
    Topology told = now.topology();
    Topology known = view.newest();
    if (told == null || known == null) {
      return false;
    }
    boolean forwards = "always".equals(target.get(SessionProperty.FORWARDING));
    if (forwards && told.leader() != null) {
      // Here all works; but a session reads here itself, or is handed on, from its beginning.
      return readsAnywhere() && wanted != openedWanted && !told.isLeader();
    }
    return wanted == NodeRole.LEADER
        ? known.leader() != null && !known.leader().equals(told.node())
        : told.isLeader() && view.hasReplicas();
  }

  /** Goes to the node where the session belongs, if that is there. */
  private NodeSession moveToPreferred(NodeSession from) {
    NodeSession next;
    try {
      next =
          find(
              from,
              Deadline.in(Math.min(patienceMillis, CHANGE_MILLIS)),
              preferredRole(settings.readOnly()));
    } catch (MosqlException e) {
      // This one still answers, which is better than nothing.
      return from;
    }
    return switchTo(from, next);
  }

  /**
   * Goes to another node, or to a new session on the same.
   *
   * @throws MosqlException 08006 when none is found in time, or none that does it in that time, and
   *     the connection is over; 08003 when it was closed meanwhile
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
        throw new MosqlException(
            SqlState.CONNECTION_FAILED, "Every node sends its clients to another one");
      }
      next = find(from, patience.limit(), wanted);
    } catch (MosqlException e) {
      over = true;
      from.abandon();
      if (why != null) {
        e.addSuppressed(why);
      }
      throw new MosqlException(
          SqlState.CONNECTION_LOST,
          "The connection is lost, and no other node was found: failoverTimeout",
          e);
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
        throw new MosqlException(SqlState.CONNECTION_CLOSED, "The connection is closed");
      }
      node = next;
    }
    settings = next.settings();
    adopt(next);
    return next;
  }

  /**
   * Goes to the leader, which alone can say what became of a transaction, and asks it something.
   *
   * @return null when nobody can be asked, and the connection is over
   */
  <T> @Nullable T atLeader(
      NodeSession from, MosqlException why, RetryBudget patience, Function<NodeSession, T> asking) {
    NodeSession at = from;
    MosqlException failure = why;
    while (true) {
      try {
        at = move(at, failure, patience, NodeRole.LEADER);
        T answer = asking.apply(at);
        // A connection that only reads goes back to a replica.
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
   * Asks something in a session that is made for that: this one is over.
   *
   * @return null when nobody can be asked
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

  /** What to tell whoever goes on with a transaction that is lost. */
  static MosqlException rolledBack(@Nullable MosqlException why) {
    return new MosqlException(
        SqlState.SERIALIZATION_FAILURE,
        "The connection was lost; the transaction was rolled back, and can be run again",
        why);
  }

  int networkTimeout() {
    return networkTimeout;
  }

  void setNetworkTimeout(int millis) {
    networkTimeout = millis;
    node.setNetworkTimeout(millis);
  }

  /**
   * Asks the node whether it is there, or looks for another one.
   *
   * @param millis in which one must answer, 0 for as long as it takes
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
