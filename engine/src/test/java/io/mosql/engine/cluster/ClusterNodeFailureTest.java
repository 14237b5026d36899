package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.consensus.ratis.group.GroupLog;
import io.mosql.consensus.ratis.group.GroupLogFactory;
import io.mosql.consensus.ratis.group.GroupMembership;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeAccountService;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failures of the background work of the only node of a cluster, whose logs are in memory: a
 * violated invariant ends the node, any other failure is repeated and reported.
 */
@Timeout(120)
final class ClusterNodeFailureTest {
  private static final ClusterOptions.Peer SELF =
      new ClusterOptions.Peer("n1", "127.0.0.1", 1001, "client", 2001);
  private static final ClusterOptions CLUSTER = ClusterOptions.of("n1", List.of(SELF));
  private static final NodeOptions OPTIONS =
      NodeOptions.defaults().withAdministrator("admin", "secret").withCluster(CLUSTER);

  @TempDir Path path;

  private final Map<UUID, Log> logs = new ConcurrentHashMap<>();

  /** Thrown by each read of a status; null for none. */
  private volatile @Nullable RuntimeException statusFailure;

  private final AtomicInteger statusReads = new AtomicInteger();
  private NodeDirectory directory;
  private ClusterNode node;
  private NodeCatalogStore store;

  @BeforeEach
  void open() {
    directory = NodeDirectory.open(path, CLUSTER);
    NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, OPTIONS);
    node =
        new ClusterNode(
            CLUSTER,
            directory,
            ports,
            new Groups(),
            new ClusterNode.Executors(
                Executors.newCachedThreadPool(),
                Executors.newSingleThreadExecutor(),
                Executors.newSingleThreadExecutor(),
                new DaemonThreads("test")));
    node.openSystem();
    store = new NodeCatalogStore(node.systemDatabase(), node.databases(), OPTIONS);
    ports.setAccountService(new NodeAccountService(store, AuditLog.NONE, node, node));
    node.startReconciling(store);
    LoopbackCluster.await("the node is ready", node::isReady);
    LoopbackCluster.await("no work fails", () -> node.backgroundFailure() == null);
    assertThat(node.failure()).isNull();
  }

  @AfterEach
  void close() {
    statusFailure = null;
    node.close();
    directory.close();
  }

  private UUID system() {
    return Objects.requireNonNull(directory.marker().member()).cluster();
  }

  private void awaitEnd(String invariant) {
    LoopbackCluster.await("the node ends", () -> node.failure() != null);
    assertThat(node.failure()).contains("invariant violated: " + invariant);
    assertThat(node.backgroundFailure()).isInstanceOf(InvariantViolation.class);
  }

  /** Reconciliation reads the status of the system database in each pass. */
  @Test
  void aFailureIsRepeatedAndReportedUntilItEnds() {
    statusFailure = new IllegalStateException("status is not available");
    LoopbackCluster.await(
        "the failure is reported", () -> node.backgroundFailure() == statusFailure);
    assertThat(node.failure()).isNull();
    int reads = statusReads.get();
    LoopbackCluster.await("it is repeated", () -> statusReads.get() > reads + 2);
    statusFailure = null;
    LoopbackCluster.await("it has ended", () -> node.backgroundFailure() == null);
    assertThat(node.failure()).isNull();
  }

  @Test
  void aViolationEndsTheNode() {
    statusFailure = new IllegalStateException(new InvariantViolation("a group has a status"));
    awaitEnd("a group has a status");
    statusFailure = null;
    int reads = statusReads.get();
    node.close();
    assertThat(node.failure()).contains("a group has a status");
    // The thread has ended: no pass has followed the violation.
    assertThat(statusReads.get()).isEqualTo(reads);
  }

  @Test
  void thePositionOfTheSystemDatabaseDoesNotDecrease() throws IOException {
    Log log = Objects.requireNonNull(logs.get(system()));
    log.events.release(LogStamp.START);
    try (Stream<Path> files = Files.list(directory.system().path())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    log.group = new MemoryGroup(1).eager(true);
    log.member = log.group.log(1);
    log.elects = false;
    log.events.reopen(LogStamp.START);
    awaitEnd("the position of the system database does not decrease");
  }

  @Test
  void theGroupOfADatabaseDoesNotChange() {
    place(
        Objects.requireNonNull(store.catalog().database(NodeCatalogStore.DEFAULT_DATABASE)).id(),
        new UUID(1, 1));
    awaitEnd("the group of a database does not change");
  }

  @Test
  void theGroupOfAUserDatabaseIsNotThatOfTheSystemDatabase() {
    long id;
    synchronized (store.lock()) {
      id = store.insertDatabaseRow("d");
    }
    place(id, system());
    awaitEnd("the group of a user database is not that of the system database");
  }

  private void place(long database, UUID group) {
    synchronized (store.lock()) {
      store.change(
          s -> s.place(database, new ClusterCatalog.Placement(group, List.of("n1"), List.of())));
    }
  }

  private final class Groups implements GroupLogFactory {
    @Override
    public GroupLog log(UUID group, Path database, List<Member> members, LogEventListener events) {
      Log log = new Log(events);
      logs.put(group, log);
      return log;
    }

    @Override
    public void close() {}
  }

  /** The log of a group of one member, which is elected when its status is read. */
  private final class Log implements GroupLog {
    private final LogEventListener events;
    private volatile MemoryGroup group = new MemoryGroup(1).eager(true);
    private volatile ReplicatedCommitLog member = group.log(1);
    private volatile boolean elects = true;

    Log(LogEventListener events) {
      this.events = events;
    }

    @Override
    public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
      member.open(after, stateMachine);
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      return member.append(record);
    }

    @Override
    public long lastIndex() {
      return member.lastIndex();
    }

    @Override
    public void purge(LogStamp upTo) {}

    @Override
    public int maxRecordBytes() {
      return member.maxRecordBytes();
    }

    @Override
    public LogStatistics statistics() {
      return member.statistics();
    }

    @Override
    public GroupStatus status() {
      statusReads.incrementAndGet();
      RuntimeException failure = statusFailure;
      if (failure != null) {
        throw failure;
      }
      if (elects && group.isRunning(1) && !group.leads(1)) {
        group.elect(1);
      }
      boolean leads = group.leads(1);
      return new GroupStatus(
          leads ? GroupStatus.Role.LEADER : GroupStatus.Role.FOLLOWER,
          1,
          leads ? "n1" : null,
          -1,
          -1,
          -1,
          -1,
          0,
          LogStamp.START,
          List.of(
              new GroupStatus.MemberStatus(
                  Member.voter(SELF.node(), SELF.host(), SELF.port()), 0, 0, 0)));
    }

    @Override
    public GroupMembership membership() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      member.close();
    }
  }
}
