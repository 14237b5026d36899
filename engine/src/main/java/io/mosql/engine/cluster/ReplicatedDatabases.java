package io.mosql.engine.cluster;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeDatabases;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.NodeDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user databases of a cluster node: the databases in the rows of the system database, kept open
 * as long as the node runs, since followers apply the log. {@link #reconcile}, which opens, closes
 * and deletes, is called by one thread; all other methods by any thread.
 */
public final class ReplicatedDatabases implements NodeDatabases {
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(10);
  private static final Duration MAKE_WITHIN = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 20;

  private final String self;
  private final Function<NodeCatalog.Database, ReplicatedDatabase> maker;
  private final NodeDirectory directory;
  private final ConcurrentHashMap<Long, ReplicaEntry> entries = new ConcurrentHashMap<>();
  private final Set<Long> deleted = new HashSet<>();
  private volatile boolean closed;

  /**
   * @param self name of this node
   * @param maker creates the replica of a database, and its log
   */
  ReplicatedDatabases(
      String self,
      Function<NodeCatalog.Database, ReplicatedDatabase> maker,
      NodeDirectory directory) {
    this.self = self;
    this.maker = maker;
    this.directory = directory;
  }

  /**
   * A replica and the number of its sessions.
   *
   * @param copy null when it could not be opened
   * @param failure reason for that
   */
  private record ReplicaEntry(
      String name,
      @Nullable ReplicatedDatabase copy,
      AtomicInteger users,
      AtomicBoolean founded,
      @Nullable String failure) {
    @Nullable String whyFailed() {
      return copy == null ? failure : copy.failure();
    }
  }

  /** Opens added databases and deletes dropped ones. */
  void reconcile(NodeCatalog accounts) {
    Set<Long> wanted = new HashSet<>();
    for (NodeCatalog.Database database : accounts.databases()) {
      ClusterCatalog.Placement placement = database.placement();
      if (database.state() != NodeCatalog.Database.State.DROPPING && placement != null) {
        // A replica to be removed stays until its group has removed this node: its vote counts.
        wanted.add(database.id());
        if (placement.isOn(self) && !entries.containsKey(database.id()) && !closed) {
          entries.put(database.id(), open(database));
        }
      }
    }
    for (NodeCatalog.DroppedDatabase dropped : accounts.dropped()) {
      if (!deleted.contains(dropped.id())) {
        release(dropped.id());
        directory.delete(dropped.id());
        directory.deleteLog(dropped.group());
        deleted.add(dropped.id());
      }
    }
    for (Long id : List.copyOf(entries.keySet())) {
      if (!wanted.contains(id)) {
        release(id);
      }
    }
  }

  private ReplicaEntry open(NodeCatalog.Database database) {
    try {
      ReplicatedDatabase copy = maker.apply(database);
      copy.start();
      return new ReplicaEntry(
          database.name(), copy, new AtomicInteger(), new AtomicBoolean(), null);
    } catch (RuntimeException e) {
      return new ReplicaEntry(
          database.name(),
          null,
          new AtomicInteger(),
          new AtomicBoolean(),
          String.valueOf(e.getMessage()));
    }
  }

  private void release(long id) {
    ReplicaEntry entry = entries.remove(id);
    if (entry != null && entry.copy != null) {
      entry.copy.close();
    }
  }

  /** Runs the maintenance of all replicas; see {@link ReplicatedDatabase#maintain}. */
  void maintain(Executor work) {
    replicas().forEach(copy -> copy.maintain(work));
  }

  Collection<ReplicatedDatabase> replicas() {
    List<ReplicatedDatabase> copies = new ArrayList<>();
    for (ReplicaEntry entry : entries.values()) {
      if (entry.copy != null) {
        copies.add(entry.copy);
      }
    }
    return copies;
  }

  public @Nullable ReplicatedDatabase replica(long id) {
    ReplicaEntry entry = entries.get(id);
    return entry == null ? null : entry.copy;
  }

  @Override
  public DatabaseReference use(NodeCatalog.Database database) {
    long end = System.nanoTime() + OPEN_WITHIN.toNanos();
    ReplicaEntry entry = awaitEntry(database, end);
    OpenDatabase open =
        Objects.requireNonNull(entry.copy).await(Duration.ofNanos(end - System.nanoTime()));
    awaitFounded(database, entry, open, end);
    entry.users.incrementAndGet();
    return new DatabaseReference(open, entry.users::decrementAndGet);
  }

  /**
   * Waits until the database is initialized: a new database, or one of which this node has no state
   * yet, is invisible.
   */
  private void awaitFounded(
      NodeCatalog.Database database, ReplicaEntry entry, OpenDatabase open, long end) {
    while (!entry.founded.get() && !closed) {
      if (open.isInitialized()) {
        entry.founded.set(true);
      } else if (System.nanoTime() > end) {
        throw new MosqlException(
            SqlState.NOT_LEADER,
            "database \"" + database.name() + "\" has not come to this node yet");
      } else {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      }
    }
  }

  private ReplicaEntry awaitEntry(NodeCatalog.Database database, long end) {
    while (true) {
      if (closed) {
        throw new MosqlException(SqlState.SHUTTING_DOWN, "the server is going away");
      }
      ReplicaEntry entry = entries.get(database.id());
      if (entry != null && entry.copy != null) {
        return entry;
      }
      if (entry != null || System.nanoTime() > end) {
        throw new MosqlException(
            SqlState.NOT_LEADER, "database \"" + database.name() + "\" is not open on this node");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
  }

  @Override
  public int sessionCount(long id) {
    ReplicaEntry entry = entries.get(id);
    return entry == null ? 0 : entry.users.get();
  }

  /**
   * Waits until the database is initialized here, which takes a majority of its nodes. A node
   * without a replica does not wait; sessions opened there wait for the leader.
   */
  @Override
  public void create(NodeCatalog.Database database) {
    if (database.placement() != null && !database.placement().isOn(self)) {
      return;
    }
    long end = System.nanoTime() + MAKE_WITHIN.toNanos();
    while (System.nanoTime() < end && !closed) {
      ReplicatedDatabase copy = replica(database.id());
      OpenDatabase open = copy == null ? null : copy.current();
      if (open != null && open.isInitialized()) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
    throw new MosqlException(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
        "no majority of the nodes has opened database \"" + database.name() + "\" in time");
  }

  @Override
  public void closeForDrop(long id) {
    int users = sessionCount(id);
    if (users > 0) {
      throw new MosqlException(SqlState.OBJECT_IN_USE, users + " sessions are in the database");
    }
  }

  @Override
  public void reopen(long id) {}

  /** No effect: each node deletes its replica when it applies the change. */
  @Override
  public void delete(NodeCatalog.Database database) {}

  @Override
  public @Nullable String failure() {
    for (ReplicaEntry entry : entries.values()) {
      String why = entry.whyFailed();
      if (why != null && !closed) {
        return "database \"" + entry.name + "\" is closed on this node: " + why;
      }
    }
    return null;
  }

  @Override
  public Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = new TreeMap<>();
    for (ReplicatedDatabase copy : replicas()) {
      OpenDatabase open = copy.current();
      if (open != null && open.isOpen()) {
        figures.put(copy.name(), open.figures());
      }
    }
    return figures;
  }

  @Override
  public void close() {
    closed = true;
    List<Runnable> ends = new ArrayList<>();
    entries.keySet().forEach(id -> ends.add(() -> release(id)));
    ParallelClose.closeAll(ends);
  }
}
