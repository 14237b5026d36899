package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
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
 * The user databases of a node of a cluster: those that the system database tells of are open for
 * as long as the node runs, because they follow. {@link #reconcile} is called by one thread, which
 * opens, closes and deletes; all else by any.
 */
final class ReplicatedDatabases implements NodeDatabases {
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(10);
  private static final Duration MAKE_WITHIN = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 20;

  private final String self;
  private final Function<Accounts.Database, ReplicatedDatabase> maker;
  private final NodeDirectory directory;
  private final ConcurrentHashMap<Long, Entry> entries = new ConcurrentHashMap<>();
  private final Set<Long> deleted = new HashSet<>();
  private volatile boolean closed;

  /**
   * @param self name of this node
   * @param maker makes the copy of a database, and its log
   */
  ReplicatedDatabases(
      String self, Function<Accounts.Database, ReplicatedDatabase> maker, NodeDirectory directory) {
    this.self = self;
    this.maker = maker;
    this.directory = directory;
  }

  /**
   * A copy and the number of its sessions.
   *
   * @param copy null when it could not be opened
   * @param failure why
   */
  private record Entry(
      String name,
      @Nullable ReplicatedDatabase copy,
      AtomicInteger users,
      AtomicBoolean founded,
      @Nullable String failure) {
    @Nullable String whyFailed() {
      return copy == null ? failure : copy.failure();
    }
  }

  /** Opens what has come and deletes what has gone. */
  void reconcile(Accounts accounts) {
    Set<Long> wanted = new HashSet<>();
    for (Accounts.Database database : accounts.databases()) {
      ClusterRows.Placement placement = database.placement();
      if (database.state() != Accounts.Database.State.DROPPING && placement != null) {
        // One that this node is to lose stays until its group has let go of it: its vote counts.
        wanted.add(database.id());
        if (placement.isOn(self) && !entries.containsKey(database.id()) && !closed) {
          entries.put(database.id(), open(database));
        }
      }
    }
    for (Accounts.Dropped dropped : accounts.dropped()) {
      if (!deleted.contains(dropped.id())) {
        end(dropped.id());
        directory.delete(dropped.id());
        directory.deleteLog(dropped.group());
        deleted.add(dropped.id());
      }
    }
    for (Long id : List.copyOf(entries.keySet())) {
      if (!wanted.contains(id)) {
        end(id);
      }
    }
  }

  private Entry open(Accounts.Database database) {
    try {
      ReplicatedDatabase copy = maker.apply(database);
      copy.start();
      return new Entry(database.name(), copy, new AtomicInteger(), new AtomicBoolean(), null);
    } catch (RuntimeException e) {
      return new Entry(
          database.name(),
          null,
          new AtomicInteger(),
          new AtomicBoolean(),
          String.valueOf(e.getMessage()));
    }
  }

  private void end(long id) {
    Entry entry = entries.remove(id);
    if (entry != null && entry.copy != null) {
      entry.copy.close();
    }
  }

  /** Looks after all; see {@link ReplicatedDatabase#tend}. */
  void tend(Executor work) {
    copies().forEach(copy -> copy.tend(work));
  }

  Collection<ReplicatedDatabase> copies() {
    List<ReplicatedDatabase> copies = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.copy != null) {
        copies.add(entry.copy);
      }
    }
    return copies;
  }

  @Nullable ReplicatedDatabase copy(long id) {
    Entry entry = entries.get(id);
    return entry == null ? null : entry.copy;
  }

  @Override
  public DatabaseUse use(Accounts.Database database) {
    long end = System.nanoTime() + OPEN_WITHIN.toNanos();
    Entry entry = awaitEntry(database, end);
    OpenDatabase open =
        Objects.requireNonNull(entry.copy).await(Duration.ofNanos(end - System.nanoTime()));
    awaitFounded(database, entry, open, end);
    entry.users.incrementAndGet();
    return new DatabaseUse(open, entry.users::decrementAndGet);
  }

  /** One that is only just made, or that this node has heard nothing of yet, is not shown. */
  private void awaitFounded(Accounts.Database database, Entry entry, OpenDatabase open, long end) {
    while (!entry.founded.get() && !closed) {
      if (open.isFounded()) {
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

  private Entry awaitEntry(Accounts.Database database, long end) {
    while (true) {
      if (closed) {
        throw new MosqlException(SqlState.SHUTTING_DOWN, "the server is going away");
      }
      Entry entry = entries.get(database.id());
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
  public int users(long id) {
    Entry entry = entries.get(id);
    return entry == null ? 0 : entry.users.get();
  }

  /**
   * A record of it is delivered only when a majority of its nodes has opened it. Whether it was is
   * not known where it is not; who connects to it there waits for its leader.
   */
  @Override
  public void make(Accounts.Database database) {
    if (database.placement() != null && !database.placement().isOn(self)) {
      return;
    }
    long end = System.nanoTime() + MAKE_WITHIN.toNanos();
    while (System.nanoTime() < end && !closed) {
      ReplicatedDatabase copy = copy(database.id());
      OpenDatabase open = copy == null ? null : copy.current();
      if (open != null && open.isFounded()) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
    throw new MosqlException(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
        "no majority of the nodes has opened database \"" + database.name() + "\" in time");
  }

  @Override
  public void retire(long id) {
    int users = users(id);
    if (users > 0) {
      throw new MosqlException(SqlState.OBJECT_IN_USE, users + " sessions are in the database");
    }
  }

  @Override
  public void readmit(long id) {}

  /** Each node does it when it hears of it. */
  @Override
  public void delete(Accounts.Database database) {}

  @Override
  public @Nullable String failure() {
    for (Entry entry : entries.values()) {
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
    for (ReplicatedDatabase copy : copies()) {
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
    entries.keySet().forEach(id -> ends.add(() -> end(id)));
    Closing.together(ends);
  }
}
