package io.mosql.engine.cluster;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.Clock;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeDatabases;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.database.SessionCount;
import io.mosql.engine.error.EngineErrorMessage;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user databases of a cluster node: the databases in the rows of the system database, kept open
 * as long as the node runs, since followers apply the log. {@link #reconcile}, which opens, closes
 * and deletes, is called by one thread; all other methods by any thread.
 */
public final class ReplicatedDatabases implements NodeDatabases {
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CREATE_TIMEOUT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;

  private final String self;
  private final Function<NodeCatalog.Database, ReplicatedDatabase> maker;
  private final NodeDirectory directory;
  private final Clock clock;
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
      NodeDirectory directory,
      Clock clock) {
    this.self = self;
    this.maker = maker;
    this.directory = directory;
    this.clock = clock;
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
      SessionCount sessions,
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
        InvariantViolation.check(
            !deleted.contains(database.id()),
            "the id of a dropped database is not used again",
            () -> "id " + database.id());
        ReplicaEntry known = entries.get(database.id());
        InvariantViolation.check(
            known == null || known.copy == null || known.copy.group().equals(placement.group()),
            "the group of a database does not change",
            () -> "id " + database.id());
        wanted.add(database.id());
        if (placement.isOn(self) && known == null && !closed) {
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
      return new ReplicaEntry(database.name(), copy, new SessionCount(), new AtomicBoolean(), null);
    } catch (InvariantViolation e) {
      throw e;
    } catch (RuntimeException e) {
      return new ReplicaEntry(
          database.name(),
          null,
          new SessionCount(),
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
    long end = clock.nanoTime() + OPEN_TIMEOUT.toNanos();
    ReplicaEntry entry = awaitEntry(database, end);
    OpenDatabase open =
        Objects.requireNonNull(entry.copy).await(Duration.ofNanos(end - clock.nanoTime()));
    awaitFounded(database, entry, open, end);
    entry.sessions.increment();
    return new DatabaseReference(open, entry.sessions::decrement);
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
      } else if (clock.nanoTime() > end) {
        throw EngineErrorMessage.DATABASE_NOT_INITIALIZED_HERE.error(database.name());
      } else {
        clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      }
    }
  }

  private ReplicaEntry awaitEntry(NodeCatalog.Database database, long end) {
    while (true) {
      if (closed) {
        throw EngineErrorMessage.SHUTTING_DOWN.error();
      }
      ReplicaEntry entry = entries.get(database.id());
      if (entry != null && entry.copy != null) {
        return entry;
      }
      if (entry != null || clock.nanoTime() > end) {
        throw EngineErrorMessage.DATABASE_NOT_OPEN_HERE.error(database.name());
      }
      clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    }
  }

  @Override
  public int sessionCount(long id) {
    ReplicaEntry entry = entries.get(id);
    return entry == null ? 0 : entry.sessions.get();
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
    long end = clock.nanoTime() + CREATE_TIMEOUT.toNanos();
    while (clock.nanoTime() < end && !closed) {
      ReplicatedDatabase copy = replica(database.id());
      OpenDatabase open = copy == null ? null : copy.current();
      if (open != null && open.isInitialized()) {
        return;
      }
      clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    }
    throw EngineErrorMessage.DATABASE_NOT_OPENED_BY_MAJORITY.error(database.name());
  }

  @Override
  public void closeForDrop(long id) {
    int sessions = sessionCount(id);
    if (sessions > 0) {
      throw EngineErrorMessage.DATABASE_HAS_SESSIONS.error(sessions);
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
