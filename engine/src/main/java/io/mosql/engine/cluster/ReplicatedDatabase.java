package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.RatisLog;
import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.engine.database.OpenDatabase;
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
 * This node's replica of a database: its Raft log and the database opened on that log. The log
 * stays for as long as this does; the database is another one after the leader's checkpoint has
 * taken the place of its files. In between, and while the node starts, there is none.
 *
 * <p>Failure: when the log stops, or the database does, the copy is closed for good and {@link
 * #failure} says why. Thread-safe.
 */
public final class ReplicatedDatabase implements AutoCloseable {
  private static final Duration TRANSFER_WITHIN = Duration.ofSeconds(5);
  private static final Duration CHANGE_WITHIN = Duration.ofSeconds(15);
  private static final long SILENT_MILLIS_MAX = 2_000;

  private final String name;
  private final UUID group;
  private final Function<CommitLog, OpenDatabase> opener;
  private final Runnable changed;
  private final RatisLog log;
  private final AtomicBoolean founding = new AtomicBoolean();
  private final Object lock = new Object();

  /** Changed under the lock. */
  private volatile @Nullable OpenDatabase open;

  private volatile @Nullable String failure;
  private boolean closed;

  /**
   * Makes the log; a checkpoint that was received before a crash is put in place now.
   *
   * @param files directory of the database
   * @param opener opens the database on a log, which is closed with it
   * @param changed told that there may be news: another database stands on the log, or another node
   *     leads; must return at once
   */
  ReplicatedDatabase(
      String name,
      UUID group,
      Path files,
      RatisNode node,
      List<Member> founders,
      Function<CommitLog, OpenDatabase> opener,
      Runnable changed) {
    this.name = name;
    this.group = group;
    this.opener = opener;
    this.changed = changed;
    this.log = node.log(group, files, founders, new Events());
  }

  /**
   * Opens it.
   *
   * @throws MosqlException as opening a database does; it is closed then
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

  /** What the log says. */
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

  /** The database, if it is open at the moment. */
  @Nullable OpenDatabase current() {
    return open;
  }

  /** Why this node has no copy any more, for people; null while it has. */
  public @Nullable String failure() {
    return failure;
  }

  public GroupStatus status() {
    return log.status();
  }

  /**
   * The database, as soon as it is open.
   *
   * @throws MosqlException 57P05 when that takes too long, 57P01 when it is closed
   */
  public OpenDatabase await(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    synchronized (lock) {
      while (true) {
        OpenDatabase known = open;
        if (closed) {
          throw new MosqlException(SqlState.SHUTTING_DOWN, "the server is going away");
        }
        if (known != null) {
          return known;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (failure != null || left <= 0) {
          throw new MosqlException(
              SqlState.NOT_LEADER, "database \"" + name + "\" is not open on this node");
        }
        try {
          lock.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new MosqlException(SqlState.QUERY_CANCELED, "the wait was interrupted", e);
        }
      }
    }
  }

  /** Looks after it, now and then: one that failed is closed, a new one that is led is founded. */
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
      // Whoever leads now does it.
    } finally {
      founding.set(false);
      changed.run();
    }
  }

  /** Whether Raft has made this node the leader, and the database has taken that up. */
  public boolean leads() {
    OpenDatabase database = open;
    return database != null && database.leads();
  }

  /**
   * Gives the lead to another node, the one that is furthest; nothing when this node does not lead
   * or is alone.
   */
  void transferLeadership() {
    GroupStatus now = status();
    String best = null;
    long match = -1;
    for (GroupStatus.MemberStatus each : now.members()) {
      boolean self = each.member().node().equals(now.leader());
      boolean votes = each.member().role() == Member.Role.VOTER;
      if (!self && votes && each.silentMillis() < SILENT_MILLIS_MAX && each.matchEntry() > match) {
        best = each.member().node();
        match = each.matchEntry();
      }
    }
    if (now.role() == GroupStatus.Role.LEADER && best != null) {
      transferLeadership(best);
    }
  }

  /**
   * Makes a change of the group, and waits for it.
   *
   * @throws MosqlException 57P05 when this node does not lead, 55000 when it cannot be made now
   */
  void change(MembershipPlan.Step step) {
    if (step instanceof MembershipPlan.Add add) {
      log.membership().add(add.member(), CHANGE_WITHIN);
    } else if (step instanceof MembershipPlan.Remove remove) {
      log.membership().remove(remove.node(), CHANGE_WITHIN);
    } else {
      log.membership().transfer(((MembershipPlan.TransferLeadership) step).node(), TRANSFER_WITHIN);
    }
  }

  /** Gives the lead to another node; nothing when that fails. */
  void transferLeadership(String node) {
    try {
      log.membership().transfer(node, TRANSFER_WITHIN);
    } catch (MosqlException e) {
      // It is as it was, or somebody leads all the same.
    }
  }

  /** Closes the copy, which ends its sessions; its files stay. */
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
