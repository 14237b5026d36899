package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.checkpoint.CheckpointStorage;
import io.mosql.consensus.ratis.delivery.EntryDelivery;
import io.mosql.consensus.ratis.delivery.RatisStateMachine;
import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.consensus.ratis.group.AppendSubmitter;
import io.mosql.consensus.ratis.group.Division;
import io.mosql.consensus.ratis.group.FreeSpaceProbe;
import io.mosql.consensus.ratis.group.GroupLifecycle;
import io.mosql.consensus.ratis.group.GroupLog;
import io.mosql.consensus.ratis.group.GroupMonitor;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.group.Membership;
import io.mosql.consensus.ratis.group.PendingAppends;
import io.mosql.consensus.ratis.group.RatisErrors;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.ReplicatedStateMachine;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * A commit log that is one Raft group: an entry stored by a majority of the voters is committed,
 * and is delivered on each member.
 *
 * <ul>
 *   <li>An entry of the group holds one record, or is Ratis's own. Records are counted from the
 *       {@link LogStamp} that the log is opened after, so the index needs no place in the entry.
 *   <li>Appends are submitted by a thread of the log: an interrupt of the caller would close the
 *       group. Each is submitted once, under a unique number.
 *   <li>An append without a successful reply of Ratis fails with {@link LeadershipLostException},
 *       and this node then gives up leadership if it still leads: its outcome is known only in a
 *       new term. An append refused before it is written, during a leadership transfer, is
 *       submitted again.
 *   <li>A group whose only voter is this node is open after its whole log has been delivered; any
 *       other group at once, since the committed entries are known only from the leader.
 * </ul>
 *
 * <p>Failure: when the disk or the state machine fails, or this node is removed from the group, the
 * group closes on this node, {@link LogEventListener#stopped} is called, and appends fail with
 * 58030. Below {@link RatisSettings#freeBytesMin} of free disk appends fail with 53100 before
 * anything is written: a Raft log that fails on a full disk does not respond until it is opened
 * again.
 *
 * <p>Thread-safe, apart from the restrictions in the port's documentation.
 */
public final class RatisLog implements GroupLog {
  private static final long OPEN_SECONDS = 60;

  private final RatisSettings settings;
  private final Clock clock;
  private final RaftServer server;
  private final RaftGroupId group;
  private final GroupLifecycle enrolment;
  private final CheckpointStorage checkpoints;
  private final LogEventListener events;
  private final GroupMonitor monitor;
  private final Consumer<RatisLog> onClose;
  private final PendingAppends pending;
  private final AppendSubmitter appender;
  private final ExecutorService teller;
  private final DaemonThreads threads;

  private final LongAdder appendedRecords = new LongAdder();
  private final LongAdder appendedBytes = new LongAdder();
  private final CompletableFuture<Division> started = new CompletableFuture<>();
  private final CompletableFuture<Long> firstReady = new CompletableFuture<>();
  private final AtomicBoolean leading = new AtomicBoolean();
  private final AtomicBoolean restarting = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicReference<@Nullable Throwable> stopped = new AtomicReference<>();
  private final AtomicReference<List<Member>> toldMembers = new AtomicReference<>(List.of());

  private volatile @Nullable EntryDelivery delivery;
  private volatile @Nullable RatisStateMachine machine;
  private volatile @Nullable Division division;

  RatisLog(
      RatisSettings settings,
      RaftServer server,
      RaftGroupId group,
      List<Member> foundingMembers,
      CheckpointStorage checkpoints,
      LogEventListener events,
      Clock clock,
      RandomSource random,
      FreeSpaceProbe room,
      ScheduledExecutorService timer,
      DaemonThreads threadsOfNode,
      Consumer<RatisLog> onClose) {
    this.settings = settings;
    this.clock = clock;
    this.pending = new PendingAppends(random);
    this.server = server;
    this.group = group;
    String name = settings.node() + '-' + group.getUuid();
    this.threads = threadsOfNode.part("the log " + name);
    this.enrolment = new GroupLifecycle(settings, server, group, pending, foundingMembers, threads);
    this.checkpoints = checkpoints;
    this.events = events;
    this.monitor =
        new GroupMonitor(
            settings, clock, room, why -> notifyListener(() -> events.steppedDown(why)));
    this.onClose = onClose;
    this.appender =
        new AppendSubmitter(threads, name, server, group, pending, started, timer, this::stepDown);
    this.teller = Executors.newSingleThreadExecutor(threads.named("mosql-raft-events-" + name));
  }

  RatisStateMachine machine() {
    RatisStateMachine made = machine;
    if (made == null) {
      throw new IllegalStateException("the log is not open");
    }
    return made;
  }

  /** The group once it has started; null before. */
  public Division division() {
    return started.join();
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
    EntryDelivery known = delivery;
    if (known == null) {
      start(after, stateMachine);
    } else {
      checkpoints.source(stateMachine::snapshot);
      known.resume(after, stateMachine);
      if (leading.get()) {
        known.notifyRole(target -> target.becomeLeader(division().term()));
      }
    }
  }

  private void start(LogStamp after, ReplicatedStateMachine stateMachine) {
    if (delivery != null) {
      throw new IllegalStateException("opened twice");
    }
    boolean good = false;
    try {
      enrolment.requireLog(after);
      checkpoints.source(stateMachine::snapshot);
      checkpoints.finished(after);
      EntryDelivery made = new EntryDelivery(after, stateMachine, this::stop);
      delivery = made;
      machine = new RatisStateMachine(made, checkpoints, pending, new GroupEvents(), after);
      Division opened = enrolment.start();
      division = opened;
      GroupLifecycle.requireNoGap(opened, after);
      started.complete(opened);
      if (opened.votesAlone()) {
        awaitAll();
      }
      good = true;
    } finally {
      if (!good) {
        close();
        RatisStateMachine made = machine;
        if (made != null) {
          made.unlock();
        }
      }
    }
  }

  private void awaitAll() {
    long end = clock.nanoTime() + TimeUnit.SECONDS.toNanos(OPEN_SECONDS);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          firstReady.get(end - clock.nanoTime(), TimeUnit.NANOSECONDS);
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException | TimeoutException e) {
          throw RatisErrors.ofStart(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    if (delivery == null) {
      throw new IllegalStateException("not opened");
    }
    if (record.length == 0) {
      throw new IllegalArgumentException("empty record");
    }
    MosqlException refusal = refusal(record);
    if (refusal != null) {
      return CompletableFuture.failedFuture(refusal);
    }
    return appender.append(record);
  }

  private @Nullable MosqlException refusal(byte[] record) {
    if (closed.get() || stopped.get() != null) {
      Throwable cause = stopped.get();
      return cause == null
          ? CoreErrorMessage.LOG_CLOSED.error()
          : CoreErrorMessage.LOG_CLOSED.causedBy(cause);
    }
    if (record.length > settings.log().recordMax()) {
      return CoreErrorMessage.LOG_RECORD_TOO_LARGE.error(record.length, settings.log().recordMax());
    }
    return monitor.isDiskLow() ? RatisErrorMessage.LOG_DISK_LOW.error() : null;
  }

  private void stepDown() {
    Division known = division;
    if (known != null && known.leads() && !closed.get()) {
      try {
        Future<?> unused = membership().stepDown(null, settings.closeWithin());
      } catch (IOException | RuntimeException e) {
        // This node no longer leads, or the group is closed.
      }
    }
  }

  @Override
  public Membership membership() {
    return new Membership(server, group, pending, started.join(), clock);
  }

  @Override
  public GroupStatus status() {
    Division known = division;
    LogStamp checkpoint = checkpoints.latestStamp();
    try {
      if (known != null && known.isRunning()) {
        return known.status(checkpoint);
      }
    } catch (IllegalStateException e) {
      // The group is being closed.
    }
    return new GroupStatus(
        GroupStatus.Role.CLOSED, 0, null, -1, -1, -1, -1, 0, checkpoint, List.of());
  }

  private long term() {
    Division known = division;
    return known == null ? 0 : known.term();
  }

  @Override
  public long lastIndex() {
    EntryDelivery known = delivery;
    return known == null ? 0 : known.last().index();
  }

  @Override
  public void purge(LogStamp upTo) {
    EntryDelivery known = delivery;
    if (known == null || known.isEnded() || upTo.index() <= checkpoints.latestStamp().index()) {
      return;
    }
    checkpoints.finished(upTo);
    division().purge(upTo.entry(), settings.log().retained(), settings.log().history());
  }

  @Override
  public int maxRecordBytes() {
    return settings.log().recordMax();
  }

  /** Appends of this node only; Ratis does not report its syncs. */
  @Override
  public LogStatistics statistics() {
    return new LogStatistics(appendedRecords.sum(), appendedBytes.sum(), 0, 0, 0);
  }

  /** Periodic maintenance, called by the node's monitoring thread. */
  public void maintain() {
    Division known = division;
    if (known == null || closed.get() || stopped.get() != null || restarting.get()) {
      return;
    }
    if (!known.isRunning()) {
      stop(RatisErrorMessage.GROUP_CLOSED.error());
      return;
    }
    if (known.isDemoted()) {
      restarting.set(true);
      notifyListener(() -> restart(known));
      return;
    }
    monitor.check(known, membership(), leading.get());
    try {
      checkpoints.deleteSent(
          known.leads() && known.hasMemberBehind(checkpoints.latestStamp().entry()));
    } catch (IOException e) {
      // The next call tries again.
    }
  }

  /** Closes the group on this node and opens it with its current role; the delivery continues. */
  private void restart(Division known) {
    EntryDelivery kept = delivery;
    RatisStateMachine before = machine;
    try {
      if (kept != null && before != null && !closed.get()) {
        before.detach();
        enrolment.end();
        // Ratis delivers again from the checkpoint on; entries delivered before are skipped.
        LogStamp from = checkpoints.latestStamp();
        machine = new RatisStateMachine(kept, checkpoints, pending, new GroupEvents(), from);
        known.replaceBy(enrolment.restart());
      }
    } catch (MosqlException e) {
      stop(e);
    } finally {
      restarting.set(false);
    }
    if (closed.get()) {
      enrolment.end();
    }
  }

  /** Stops the log on this node permanently; reported once. */
  private void stop(Throwable cause) {
    if (closed.get() || !stopped.compareAndSet(null, cause)) {
      return;
    }
    EntryDelivery known = delivery;
    if (known != null) {
      known.end();
    }
    firstReady.completeExceptionally(cause);
    pending.failAll(new LeadershipLostException("the log stopped", cause));
    notifyListener(
        () -> {
          enrolment.end();
          events.stopped(cause);
        });
  }

  private void notifyListener(Runnable event) {
    try {
      teller.execute(event);
    } catch (RejectedExecutionException e) {
      // The log is closed: no listener remains.
    }
  }

  /**
   * Closes the log, and waits for its threads. No delivery happens after it returns, unless a
   * delivery itself calls it.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    EntryDelivery known = delivery;
    if (known != null) {
      known.end();
    }
    appender.close();
    started.completeExceptionally(AppendSubmitter.closedLog());
    if (known == null || !known.isDelivering()) {
      enrolment.end();
    } else {
      threads.create(enrolment::end, "mosql-raft-close-" + settings.node()).start();
    }
    teller.shutdown();
    onClose.accept(this);
    if (known == null || !known.isDelivering()) {
      threads.awaitEnd(settings.closeWithin());
    }
  }

  /** Handler of the group's events, called on any thread of Ratis. */
  private final class GroupEvents implements RatisStateMachine.GroupListener {
    @Override
    public void ready(long term) {
      leading.set(true);
      notifyStateMachine(target -> target.becomeLeader(term));
      firstReady.complete(term);
      Division known = division;
      if (known != null && !(known.leads() && known.term() == term)) {
        // Leadership was lost before the event was handled.
        deposed();
      }
    }

    @Override
    public void deposed() {
      if (leading.getAndSet(false)) {
        notifyStateMachine(ReplicatedStateMachine::becomeFollower);
        notifyListener(() -> events.leaderChanged(null, term()));
      }
    }

    private void notifyStateMachine(Consumer<ReplicatedStateMachine> event) {
      EntryDelivery known = delivery;
      if (known != null) {
        known.notifyRole(event);
      }
    }

    @Override
    public void leaderChanged(@Nullable String node) {
      notifyListener(() -> events.leaderChanged(node, term()));
    }

    @Override
    public void configurationChanged() {
      notifyListener(
          () -> {
            Division known = division;
            List<Member> members = known == null ? List.of() : known.members();
            if (!members.equals(toldMembers.getAndSet(members))) {
              events.membersChanged(members);
            }
          });
    }

    @Override
    public void release(LogStamp at) {
      events.release(at);
    }

    @Override
    public void placed(LogStamp at) {
      notifyListener(() -> events.reopen(at));
    }

    @Override
    public void appended(int bytes) {
      appendedRecords.increment();
      appendedBytes.add(bytes);
    }

    @Override
    public void logFailed(Throwable cause) {
      stop(cause);
    }
  }
}
