package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupLog;
import io.mosql.consensus.ratis.group.GroupLogFactory;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * This node's replica of a database: its Raft log and the database opened on that log. The log has
 * the lifetime of this object; the database is replaced after a checkpoint of the leader has
 * replaced its files. During the replacement, and while the node starts, no database is open.
 *
 * <p>Failure: when the log or the database stops, the replica is closed permanently and {@link
 * #failure} returns the reason. Thread-safe.
 */
public final class ReplicatedDatabase implements AutoCloseable {
  private static final Duration TRANSFER_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(15);

  private final String name;
  private final UUID group;
  private final Function<CommitLog, OpenDatabase> opener;
  private final Runnable changed;
  private final Clock clock;
  private final GroupLog log;
  private final AtomicBoolean founding = new AtomicBoolean();
  private final Object lock = new Object();

  /** Written under the lock. */
  private volatile @Nullable OpenDatabase open;

  private volatile @Nullable String failure;
  private boolean closed;

  /**
   * Creates the log; a checkpoint that was received before a crash is installed now.
   *
   * @param files directory of the database
   * @param opener opens the database on a log, which is closed with it
   * @param changed called after a change of the database on the log or of the leader, and possibly
   *     without one; must return at once
   */
  ReplicatedDatabase(
      String name,
      UUID group,
      Path files,
      GroupLogFactory groups,
      List<Member> founders,
      Function<CommitLog, OpenDatabase> opener,
      Runnable changed,
      Clock clock) {
    this.name = name;
    this.group = group;
    this.opener = opener;
    this.changed = changed;
    this.clock = clock;
    this.log = groups.log(group, files, founders, new Events());
  }

  /**
   * Opens the replica.
   *
   * @throws MosqlException the errors of opening a database; the replica is closed then
   */
  void start() {
    try {
      openFiles();
    } catch (RuntimeException | Error e) {
      log.close();
      throw e;
    }
  }

  private void openFiles() {
    OpenDatabase made;
    synchronized (lock) {
      if (closed || open != null) {
        return;
      }
      made = opener.apply(new DetachableLog(log));
      open = made;
      lock.notifyAll();
    }
    made.onChange(changed);
    changed.run();
  }

  /** Listener for the events of the log. */
  private final class Events implements LogEventListener {
    @Override
    public void leaderChanged(@Nullable String node, long term) {
      changed.run();
    }

    @Override
    public void membersChanged(List<Member> members) {
      changed.run();
    }

    @Override
    public void release(LogStamp at) {
      OpenDatabase old;
      synchronized (lock) {
        old = open;
        open = null;
      }
      if (old != null) {
        old.abandon();
      }
    }

    @Override
    public void reopen(LogStamp at) {
      try {
        openFiles();
      } catch (RuntimeException | Error e) {
        fail("a checkpoint of the leader could not be opened: " + e.getMessage());
      }
    }

    @Override
    public void stopped(Throwable cause) {
      fail(String.valueOf(cause.getMessage()));
    }
  }

  private void fail(String why) {
    OpenDatabase old;
    synchronized (lock) {
      if (closed || failure != null) {
        return;
      }
      failure = why;
      old = open;
      open = null;
      lock.notifyAll();
    }
    try {
      if (old != null) {
        old.abandon();
      }
    } finally {
      log.close();
      changed.run();
    }
  }

  public String name() {
    return name;
  }

  UUID group() {
    return group;
  }

  /** The database if it is open, else null. */
  @Nullable OpenDatabase current() {
    return open;
  }

  /** Reason why the replica was closed, for messages; null while it works. */
  public @Nullable String failure() {
    return failure;
  }

  public GroupStatus status() {
    return log.status();
  }

  /**
   * Waits until the database is open and returns it.
   *
   * @throws MosqlException 57P05 when the time is over, 57P01 when the replica is closed
   */
  public OpenDatabase await(Duration within) {
    long end = clock.nanoTime() + within.toNanos();
    synchronized (lock) {
      while (true) {
        OpenDatabase known = open;
        if (closed) {
          throw EngineErrorMessage.SHUTTING_DOWN.error();
        }
        if (known != null) {
          return known;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(end - clock.nanoTime());
        if (failure != null || left <= 0) {
          throw EngineErrorMessage.DATABASE_NOT_OPEN_HERE.error(name);
        }
        try {
          lock.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw EngineErrorMessage.WAIT_INTERRUPTED.causedBy(e);
        }
      }
    }
  }

  /**
   * Periodic maintenance: closes a failed replica, and initializes a new database when this node
   * leads it.
   */
  void maintain(Executor work) {
    OpenDatabase database = open;
    if (database == null) {
      return;
    }
    if (database.hasFailed()) {
      work.execute(() -> fail("its store was stopped by a failure of its disk or its contents"));
    } else if (database.leads()
        && !database.isInitialized()
        && founding.compareAndSet(false, true)) {
      work.execute(() -> initialize(database));
    }
  }

  private void initialize(OpenDatabase database) {
    try {
      database.initialize(true);
    } catch (MosqlException e) {
      // The next leader does it.
    } finally {
      founding.set(false);
      changed.run();
    }
  }

  /** Whether this node is the leader in Raft and the database has processed that role. */
  public boolean leads() {
    OpenDatabase database = open;
    return database != null && database.leads();
  }

  /**
   * Transfers leadership to the most up-to-date other node; no effect when this node does not lead
   * or is alone.
   */
  void transferLeadership() {
    GroupStatus now = status();
    String best = null;
    long match = -1;
    for (GroupStatus.MemberStatus each : now.members()) {
      boolean self = each.member().node().equals(now.leader());
      boolean votes = each.member().role() == Member.Role.VOTER;
      if (!self
          && votes
          && each.silentMillis() < MembershipPlan.SILENT_MILLIS_MAX
          && each.matchEntry() > match) {
        best = each.member().node();
        match = each.matchEntry();
      }
    }
    if (now.role() == GroupStatus.Role.LEADER && best != null) {
      transferLeadership(best);
    }
  }

  /**
   * Executes a change of the group, and waits for it.
   *
   * @throws MosqlException 57P05 when this node does not lead, 55000 when the change is not
   *     possible now
   */
  void change(MembershipPlan.Step step) {
    if (step instanceof MembershipPlan.Add add) {
      log.membership().add(add.member(), CHANGE_TIMEOUT);
    } else if (step instanceof MembershipPlan.Remove remove) {
      log.membership().remove(remove.node(), CHANGE_TIMEOUT);
    } else {
      log.membership()
          .transfer(((MembershipPlan.TransferLeadership) step).node(), TRANSFER_TIMEOUT);
    }
  }

  /** Transfers leadership to another node; failures are ignored. */
  void transferLeadership(String node) {
    try {
      log.membership().transfer(node, TRANSFER_TIMEOUT);
    } catch (MosqlException e) {
      // The leader is unchanged, or another node leads already.
    }
  }

  /** Closes the replica, which ends its sessions; its files stay. */
  @Override
  public void close() {
    OpenDatabase old;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      old = open;
      open = null;
      lock.notifyAll();
    }
    try {
      if (old != null) {
        old.close();
      }
    } finally {
      log.close();
    }
  }
}
