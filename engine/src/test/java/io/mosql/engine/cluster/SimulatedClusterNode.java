package io.mosql.engine.cluster;

import io.mosql.consensus.local.LogOptions;
import io.mosql.consensus.ratis.group.GroupLog;
import io.mosql.consensus.ratis.group.GroupLogFactory;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.DaemonThreads;
import io.mosql.engine.account.NodeAccountService;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node of a simulated cluster: a directory and, while it runs, a real {@link ClusterNode} whose
 * thread and executors the simulation drives.
 */
final class SimulatedClusterNode {
  private static final long NEVER = Long.MAX_VALUE / 4;

  private final ReconcilerSimulation world;
  private final Path path;
  private final ClusterOptions options;
  private final NodeOptions settings;

  private @Nullable Running running;

  /** What a process has in memory. */
  private record Running(
      NodeDirectory directory,
      ClusterNode cluster,
      NodeCatalogStore store,
      NodeAccountService accounts,
      TaskQueue replicas,
      TaskQueue rows,
      TaskQueue members) {}

  SimulatedClusterNode(ReconcilerSimulation world, Path path, ClusterOptions options) {
    this.world = world;
    this.path = path;
    this.options = options;
    this.settings =
        NodeOptions.defaults()
            .withPorts(
                new OpenDatabase.Ports(
                    world.clock(),
                    world.random().fork(),
                    LogOptions.small(8 << 10),
                    StoreOptions.DEFAULT,
                    new CheckpointOptions(NEVER, NEVER, 32 << 20, 0, NEVER, false),
                    PageOptions.withCache(1 << 20)))
            .withAdministrator("admin", "secret")
            .withCluster(options);
  }

  String name() {
    return options.node();
  }

  Path path() {
    return path;
  }

  boolean isUp() {
    return running != null;
  }

  private Running running() {
    return Objects.requireNonNull(running, name());
  }

  ClusterNode cluster() {
    return running().cluster;
  }

  NodeCatalog catalog() {
    return running().store.catalog();
  }

  NodeAccountService accounts() {
    return running().accounts;
  }

  UUID clusterId() {
    return Objects.requireNonNull(running().directory.marker().member()).cluster();
  }

  void start() {
    NodeDirectory directory = NodeDirectory.open(path, options);
    NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, settings);
    TaskQueue replicas = new TaskQueue();
    TaskQueue rows = new TaskQueue();
    TaskQueue members = new TaskQueue();
    ClusterNode cluster =
        new ClusterNode(
            options,
            directory,
            ports,
            new Groups(),
            new ClusterNode.Executors(replicas, rows, members, new DaemonThreads("simulated")));
    cluster.openSystem();
    NodeCatalogStore store =
        new NodeCatalogStore(cluster.systemDatabase(), cluster.databases(), settings);
    NodeAccountService accounts = new NodeAccountService(store, AuditLog.NONE, cluster, cluster);
    ports.setAccountService(accounts);
    cluster.setStore(store);
    running = new Running(directory, cluster, store, accounts, replicas, rows, members);
    world.trace(name() + " starts");
  }

  /** Stops in order: all databases are closed. */
  void stop() {
    Running was = running();
    running = null;
    was.cluster.close();
    was.directory.close();
    world.trace(name() + " stops");
  }

  /** Crashes: nothing in memory is left, and no file is closed in order. */
  void kill(int kept) {
    Running was = running();
    running = null;
    List<ReplicatedDatabase> replicas = was.cluster.replicas();
    world.groups().forEach(group -> group.kill(name(), kept));
    for (ReplicatedDatabase replica : replicas) {
      OpenDatabase open = replica.current();
      if (open != null) {
        open.abandon();
      }
    }
    was.directory.close();
    world.trace(name() + " is killed");
  }

  /** One pass of the reconciler's thread. */
  void reconcile() {
    running().cluster.reconcileOnce();
  }

  /** Runs one task of each executor, those that change rows only if the caller allows it. */
  void work(boolean rows) {
    Running now = running();
    now.replicas.runNext();
    now.members.runNext();
    if (rows) {
      now.rows.runNext();
    }
    Throwable failure = now.cluster.backgroundFailure();
    if (failure != null && !(failure instanceof MosqlException)) {
      throw new AssertionError("background work of " + name() + " failed", failure);
    }
  }

  @Nullable ReplicatedDatabase replica(UUID group) {
    return running().cluster.replicas().stream()
        .filter(each -> each.group().equals(group))
        .findFirst()
        .orElse(null);
  }

  private final class Groups implements GroupLogFactory {
    @Override
    public GroupLog log(UUID group, Path database, List<Member> members, LogEventListener events) {
      return world.group(group).log(name(), members, events);
    }

    @Override
    public void close() {}
  }

  /** Tasks that wait for the simulation to run them. */
  private static final class TaskQueue extends AbstractExecutorService {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;

    void runNext() {
      Runnable task = tasks.poll();
      if (task != null) {
        task.run();
      }
    }

    @Override
    public void execute(Runnable task) {
      if (closed) {
        throw new RejectedExecutionException();
      }
      tasks.add(task);
    }

    @Override
    public void shutdown() {
      closed = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      closed = true;
      return List.copyOf(tasks);
    }

    @Override
    public boolean isShutdown() {
      return closed;
    }

    @Override
    public boolean isTerminated() {
      return closed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return closed;
    }
  }
}
