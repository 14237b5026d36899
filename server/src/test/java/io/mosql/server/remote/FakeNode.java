package io.mosql.server.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Server of a {@link FakeCluster}, behind a proxy that can disconnect it. */
final class FakeNode implements ServerEngine, AutoCloseable {
  /** Statements that only the leader executes. */
  private static final Set<String> LED =
      Set.of(
          "execute",
          "executeQuickly",
          "executeBatch",
          "executeBatchQuickly",
          "commit",
          "commitOutcome");

  final String name;
  final AtomicInteger executions = new AtomicInteger();
  final List<Login> logins = new CopyOnWriteArrayList<>();

  /** One permit per login that was redirected to the leader. */
  final Semaphore refusals = new Semaphore(0);

  /** Action executed once, after the next commit or statement and before its response. */
  final AtomicReference<@Nullable Runnable> afterNext = new AtomicReference<>();

  /** Action executed once, before the next commit or statement. */
  final AtomicReference<@Nullable Runnable> beforeNext = new AtomicReference<>();

  /** Whether the cluster has removed it: it has no topology and refuses logins. */
  volatile boolean removed;

  private final FakeCluster cluster;
  private final RemoteTestServer server;
  private Proxy proxy;

  FakeNode(FakeCluster cluster, String name) throws IOException {
    this.cluster = cluster;
    this.name = name;
    this.server = RemoteTestServer.start(unused -> this);
    this.proxy = Proxy.to(server.door().address().getPort());
  }

  private ServerEngine engine() {
    return cluster.engine();
  }

  RemoteTestServer server() {
    return server;
  }

  Proxy proxy() {
    return proxy;
  }

  Topology.NodeAddress place() {
    return new Topology.NodeAddress(name, "127.0.0.1", proxy.port(), true);
  }

  /** Restarts behind a new port. */
  void comeBack() throws IOException {
    proxy = Proxy.to(server.door().address().getPort());
  }

  boolean leads() {
    return name.equals(cluster.leader());
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return engine().verifier(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return engine().isAdministrator(user);
  }

  @Override
  public Topology topology(String database) {
    return removed ? Topology.ALONE : cluster.topology(name);
  }

  @Override
  public Session connect(Login login) {
    logins.add(login);
    if (removed) {
      refusals.release();
      throw new MosqlException(SqlState.SHUTTING_DOWN, name + " was removed");
    }
    String consistency = login.properties().get(SessionProperty.READ_CONSISTENCY);
    boolean follows =
        consistency != null
            && !consistency.equals("strict")
            && "true".equals(login.properties().get(SessionProperty.READ_ONLY));
    boolean forwards = "always".equals(login.properties().get(SessionProperty.FORWARDING));
    if (!leads() && !follows && !forwards) {
      refusals.release();
      throw notLeader();
    }
    Session session = engine().connect(login);
    return (Session)
        java.lang.reflect.Proxy.newProxyInstance(
            FakeNode.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxied, method, arguments) -> call(session, follows || forwards, method, arguments));
  }

  private MosqlException notLeader() {
    return new MosqlException(SqlState.NOT_LEADER, name + " does not lead");
  }

  private @Nullable Object call(
      Session session, boolean follows, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("commitStatus") && arguments != null) {
      return outcome(session, (TransactionToken) java.util.Objects.requireNonNull(arguments[0]));
    }
    if (method.getName().equals("position")) {
      return cluster.position();
    }
    boolean led =
        LED.contains(method.getName())
            || method.getName().equals("setAutoCommit")
                && session.transactionStatus() == Session.TransactionStatus.ACTIVE;
    if (led) {
      once(beforeNext);
      if (!leads() && !follows) {
        throw notLeader();
      }
    }
    try {
      TransactionToken token = led ? session.token() : null;
      Object result = method.invoke(session, arguments);
      // A request that may block is repeated by another thread.
      boolean tried = result == null && method.getName().equals("executeQuickly");
      if (token != null && !tried) {
        executions.incrementAndGet();
        if (result instanceof StatementResult.Update update) {
          cluster.counted(token, update.updateCount());
        }
        once(afterNext);
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void once(AtomicReference<@Nullable Runnable> hook) {
    Runnable work = hook.getAndSet(null);
    if (work != null) {
      work.run();
    }
  }

  private Session.CommitStatus outcome(Session session, TransactionToken token) {
    if (!leads()) {
      throw notLeader();
    }
    CommitOutcome fate = session.commitOutcome(token);
    return new Session.CommitStatus(
        fate,
        fate == CommitOutcome.COMMITTED ? cluster.count(token) : Session.CommitStatus.NO_COUNT);
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
