package io.mosql.consensus.ratis.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLog.EntryWithData;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.util.TimeDuration;
import org.apache.ratis.util.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * The log appender from a leader to one member. It differs from the appender of Ratis in the
 * treatment of a member that is far behind:
 *
 * <ul>
 *   <li>A checkpoint is sent only to a member that has answered a heartbeat since the last attempt,
 *       so that its group is open.
 *   <li>Entries are sent only while the log has them; a member that needs purged entries receives
 *       heartbeats until a checkpoint can be sent.
 *   <li>Every member of the group counts as caught up, including listeners ({@link CaughtUpMark}).
 *   <li>It never ends while its node leads. Ratis restarts a failed appender, and then treats a
 *       member that is being added as caught up, or an existing member as new.
 * </ul>
 *
 * <p>Runs on one thread of Ratis, apart from the handling of responses.
 */
final class PeerAppender extends GrpcLogAppender {
  private static final long RETRY_MILLIS = 100;

  private final long bytesMax;
  private final CaughtUpMark caughtUp;

  /**
   * Time when the last request was sent that had been answered before the last checkpoint transfer
   * began.
   */
  private volatile Timestamp answeredBefore;

  PeerAppender(RaftServer.Division server, LeaderState state, FollowerInfo member) {
    super(server, state, member);
    RaftProperties properties = server.getRaftServer().getProperties();
    this.bytesMax = RaftServerConfigKeys.Log.Appender.bufferByteLimit(properties).getSize();
    this.caughtUp = new CaughtUpMark(server, state, member);
    this.answeredBefore = member.getLastRespondedAppendEntriesSendTime();
  }

  @Override
  public void run() {
    boolean ended = false;
    while (!ended) {
      try {
        super.run();
        ended = true;
      } catch (IOException | RuntimeException e) {
        LOG.warn("{} goes on after a failure", this, e);
        ended = !isRunning() || !waitToRetry();
      }
    }
  }

  private boolean waitToRetry() {
    try {
      getEventAwaitForSignal().await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Compared by identity, since Ratis sets a new object with each response. */
  @SuppressWarnings("ReferenceEquality")
  private boolean hasAnswered() {
    return getFollower().getLastRespondedAppendEntriesSendTime() != answeredBefore;
  }

  @Override
  public @Nullable SnapshotInfo shouldInstallSnapshot() {
    if (!hasAnswered()) {
      return null;
    }
    SnapshotInfo snapshot = super.shouldInstallSnapshot();
    if (snapshot != null) {
      answeredBefore = getFollower().getLastRespondedAppendEntriesSendTime();
      // Errors from now on belong to the transfer, which starts with its connection.
      getFollower().getErrorState().getErrorCountToDelay();
    }
    return snapshot;
  }

  /** Whether the member needs more than heartbeats. */
  @Override
  public boolean hasAppendEntries() {
    return super.hasAppendEntries() && (hasAnswered() || hasEntriesFor(next()));
  }

  private long next() {
    return getFollower().getNextIndex();
  }

  private boolean hasEntriesFor(long next) {
    RaftLog log = getRaftLog();
    long start = log.getStartIndex();
    return start != RaftLog.INVALID_LOG_INDEX
        && next >= start
        && next < log.getNextIndex()
        && (next == RaftLog.LEAST_VALID_LOG_INDEX
            || next == getFollower().getSnapshotIndex() + 1
            || getPrevious(next) != null);
  }

  @Override
  public @Nullable AppendEntriesRequestProto newAppendEntriesRequest(long callId, boolean heartbeat)
      throws RaftLogIOException {
    caughtUp.setIfMissing();
    boolean due = heartbeat || getHeartbeatWaitTimeMs() <= 0;
    long next = next();
    TermIndex previous = getPrevious(next);
    if (due) {
      // The predecessor of entries in flight is not known to be stored yet.
      return request(List.of(), hasPendingDataRequests() ? null : previous, callId);
    }
    List<LogEntryProto> entries = hasEntriesFor(next) ? entriesFrom(next) : List.of();
    return entries.isEmpty() ? null : request(entries, previous, callId);
  }

  private AppendEntriesRequestProto request(
      List<LogEntryProto> entries, @Nullable TermIndex previous, long callId) {
    return getLeaderState().newAppendEntriesRequestProto(getFollower(), entries, previous, callId);
  }

  /** The entries that fit into a request; fewer when the log is purged meanwhile. */
  private List<LogEntryProto> entriesFrom(long next) throws RaftLogIOException {
    RaftLog log = getRaftLog();
    List<LogEntryProto> entries = new ArrayList<>();
    long end = log.getNextIndex();
    long bytes = 0;
    TimeDuration within = TimeDuration.valueOf(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    try {
      for (long index = next; index < end; index++) {
        EntryWithData entry = log.getEntryWithData(index);
        bytes += entry.getSerializedSize();
        if (bytes > bytesMax && !entries.isEmpty()) {
          break;
        }
        entries.add(entry.getEntry(within));
      }
    } catch (RaftLogIOException e) {
      if (entries.isEmpty()) {
        throw e;
      }
    } catch (TimeoutException e) {
      // The rest is sent in the next request.
    }
    return entries;
  }

  @Override
  public Iterable<InstallSnapshotRequestProto> newInstallSnapshotRequests(
      String requestId, SnapshotInfo snapshot) {
    Iterable<InstallSnapshotRequestProto> chunks =
        super.newInstallSnapshotRequests(requestId, snapshot);
    return () -> new AcknowledgedChunks(chunks.iterator(), getFollower(), this::isRunning);
  }
}
