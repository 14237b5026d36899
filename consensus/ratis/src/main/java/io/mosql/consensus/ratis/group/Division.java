package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.group.GroupStatus.MemberStatus;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLogBase;
import org.apache.ratis.util.AutoCloseableLock;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/** A Raft group as run by Ratis on this node: its status, and the purge of its log. Thread-safe. */
public final class Division {
  private static final String LOG_DIRECTORY = "current";
  private static final String CLOSED_SEGMENT = "log_(\\d+)-(\\d+)";

  private static final TimeDuration PURGE_LOCK_WAIT = TimeDuration.valueOf(1, TimeUnit.SECONDS);

  private volatile RaftServer.Division raft;

  Division(RaftServer.Division raft) {
    this.raft = raft;
  }

  RaftServer.Division raft() {
    return raft;
  }

  /** Switches to the group after it was closed and opened again. */
  public void replaceBy(Division opened) {
    raft = opened.raft;
  }

  /**
   * Whether this member is a listener in the configuration but still runs as a voter: Ratis turns a
   * running listener into a voter, but not the reverse, and closes such a member permanently as
   * soon as its leader stops sending heartbeats.
   */
  public boolean isDemoted() {
    RaftConfiguration now = raft.getRaftConf();
    return isRunning()
        && now.getPreviousPeers().isEmpty()
        && now.getPeer(raft.getId(), RaftPeerRole.LISTENER) != null
        && info().getCurrentRole() == RaftPeerRole.FOLLOWER
        && info().getLifeCycleState() == LifeCycle.State.RUNNING;
  }

  public boolean leads() {
    return info().isLeader();
  }

  private DivisionInfo info() {
    return raft.getInfo();
  }

  public boolean isRunning() {
    return !info().getLifeCycleState().isClosingOrClosed()
        && info().getLifeCycleState() != LifeCycle.State.EXCEPTION;
  }

  String node() {
    return raft.getId().toString();
  }

  long committedEntry() {
    return raft.getRaftLog().getLastCommittedIndex();
  }

  long appliedEntry() {
    return info().getLastAppliedIndex();
  }

  /** The last entry of the log, committed or not; -1 when there is none. */
  long lastEntry() {
    TermIndex last = raft.getRaftLog().getLastEntryTermIndex();
    return last == null ? -1 : last.getIndex();
  }

  /**
   * The other voters, as known to the leader. A voter that needs a checkpoint counts as
   * unresponsive, since it accepts no entries until the transfer ends.
   */
  List<DiskSpaceMonitor.VoterProgress> otherVoters(Duration silentMax) {
    Map<String, FollowerProgress> followers = followers();
    long first = firstEntry();
    List<DiskSpaceMonitor.VoterProgress> voters = new ArrayList<>();
    for (Member member : members()) {
      if (member.isVoter() && !member.node().equals(node())) {
        FollowerProgress known = followers.get(member.node());
        boolean answers =
            known != null && known.silentMillis <= silentMax.toMillis() && known.next >= first;
        voters.add(
            new DiskSpaceMonitor.VoterProgress(
                member.node(), answers, known == null ? -1 : known.match));
      }
    }
    return voters;
  }

  public long term() {
    return info().getCurrentTerm();
  }

  /** Whether this node is the only voter, so that its whole log is committed. */
  public boolean votesAlone() {
    List<Member> voters = members().stream().filter(Member::isVoter).toList();
    return voters.size() == 1 && voters.get(0).node().equals(raft.getId().toString());
  }

  public List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (RaftPeer peer : raft.getRaftConf().getAllPeers(RaftPeerRole.FOLLOWER)) {
      members.add(Member.of(peer, Member.Role.VOTER));
    }
    for (RaftPeer peer : raft.getRaftConf().getAllPeers(RaftPeerRole.LISTENER)) {
      members.add(Member.of(peer, Member.Role.LISTENER));
    }
    return members;
  }

  /** The first entry of the log; for an empty log the next one. */
  long firstEntry() {
    long start = raft.getRaftLog().getStartIndex();
    return start == RaftLog.INVALID_LOG_INDEX ? raft.getRaftLog().getNextIndex() : start;
  }

  /** Whether the leader may have to send a checkpoint to some member. */
  public boolean hasMemberBehind(long entry) {
    long[] next = info().getFollowerNextIndices();
    if (next != null) {
      for (long each : next) {
        if (each <= entry) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Purges whole segments, one at a time and oldest first: of several segments Ratis deletes the
   * newest first, and a crash in between would leave a gap with which it refuses to start.
   *
   * @param upTo the last entry that is not needed on this node
   * @param retainedBytes maximum size retained for members that are behind
   * @param historyBytes size retained even if no member needs it
   */
  public void purge(long upTo, long retainedBytes, long historyBytes) {
    long known = known(upTo);
    long excess = logBytes() - retainedBytes;
    List<Segment> segments = closedSegments();
    long kept = segments.stream().mapToLong(Segment::bytes).sum();
    for (Segment segment : segments) {
      boolean wanted = segment.last > known && excess <= 0;
      if (segment.last > upTo || wanted || kept - segment.bytes < historyBytes) {
        return;
      }
      if (!purge(segment.last)) {
        return;
      }
      excess -= segment.bytes;
      kept -= segment.bytes;
    }
  }

  /**
   * Purges the log up to an entry; the result shows in the files.
   *
   * @return false when the lock of the log could not be acquired in time; the next purge includes
   *     this one
   */
  private boolean purge(long last) {
    RaftLogBase log = (RaftLogBase) raft.getRaftLog();
    try (AutoCloseableLock held = log.tryWriteLock(PURGE_LOCK_WAIT)) {
      if (held != null) {
        CompletableFuture<Long> unused = log.purge(last);
      }
      return held != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The last entry up to the bound that all members are known to have. */
  private long known(long bound) {
    Map<RaftPeerId, Long> commits = commits();
    long known = bound;
    for (Member member : members()) {
      known = Math.min(known, commits.getOrDefault(RaftPeerId.valueOf(member.node()), -1L));
    }
    return known;
  }

  private Map<RaftPeerId, Long> commits() {
    Map<RaftPeerId, Long> commits = new HashMap<>();
    for (CommitInfoProto info : raft.getCommitInfos()) {
      commits.put(RaftPeerId.valueOf(info.getServer().getId()), info.getCommitIndex());
    }
    return commits;
  }

  private record Segment(long first, long last, long bytes) {}

  private List<Segment> closedSegments() {
    List<Segment> segments = new ArrayList<>();
    for (Path file : logFiles()) {
      String name = String.valueOf(file.getFileName());
      if (name.matches(CLOSED_SEGMENT)) {
        int dash = name.indexOf('-');
        segments.add(
            new Segment(
                Long.parseLong(name.substring(name.indexOf('_') + 1, dash)),
                Long.parseLong(name.substring(dash + 1)),
                size(file)));
      }
    }
    segments.sort((a, b) -> Long.compare(a.first, b.first));
    return segments;
  }

  long logBytes() {
    return logFiles().stream().mapToLong(Division::size).sum();
  }

  private List<Path> logFiles() {
    Path directory = raft.getRaftStorage().getStorageDir().getRoot().toPath();
    try (Stream<Path> files = Files.list(directory.resolve(LOG_DIRECTORY))) {
      return files.filter(file -> String.valueOf(file.getFileName()).startsWith("log_")).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Size of a file; zero when it was renamed or deleted meanwhile. */
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  public GroupStatus status(LogStamp checkpoint) {
    TermIndex last = raft.getRaftLog().getLastEntryTermIndex();
    RaftPeerId leader = info().getLeaderId();
    return new GroupStatus(
        role(),
        term(),
        leader == null ? null : leader.toString(),
        raft.getRaftLog().getLastCommittedIndex(),
        info().getLastAppliedIndex(),
        firstEntry(),
        last == null ? checkpoint.entry() : last.getIndex(),
        logBytes(),
        checkpoint,
        memberStatus());
  }

  private GroupStatus.Role role() {
    if (!isRunning()) {
      return GroupStatus.Role.CLOSED;
    }
    if (info().getLifeCycleState() == LifeCycle.State.STARTING) {
      return GroupStatus.Role.JOINING;
    }
    return switch (info().getCurrentRole()) {
      case LEADER -> GroupStatus.Role.LEADER;
      case CANDIDATE -> GroupStatus.Role.CANDIDATE;
      case LISTENER -> GroupStatus.Role.LISTENER;
      default -> GroupStatus.Role.FOLLOWER;
    };
  }

  private List<MemberStatus> memberStatus() {
    Map<RaftPeerId, Long> commits = commits();
    Map<String, FollowerProgress> followers = followers();
    List<MemberStatus> result = new ArrayList<>();
    for (Member member : members()) {
      long commit = commits.getOrDefault(RaftPeerId.valueOf(member.node()), -1L);
      FollowerProgress follower = followers.get(member.node());
      boolean self = member.node().equals(raft.getId().toString());
      TermIndex last = self ? raft.getRaftLog().getLastEntryTermIndex() : null;
      long match = follower != null ? follower.match : last == null ? -1 : last.getIndex();
      result.add(
          new MemberStatus(member, match, commit, follower == null ? 0 : follower.silentMillis));
    }
    return result;
  }

  private record FollowerProgress(long match, long next, long silentMillis) {}

  /**
   * Progress of the followers as known to the leader; Ratis reports names and numbers separately,
   * in the same order.
   */
  private Map<String, FollowerProgress> followers() {
    List<ServerRpcProto> rpcs = info().getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
    long @Nullable [] match = info().getFollowerMatchIndices();
    long @Nullable [] next = info().getFollowerNextIndices();
    Map<String, FollowerProgress> result = new HashMap<>();
    if (match != null
        && next != null
        && match.length == rpcs.size()
        && next.length == rpcs.size()) {
      for (int i = 0; i < match.length; i++) {
        ServerRpcProto rpc = rpcs.get(i);
        result.put(
            rpc.getId().getId().toStringUtf8(),
            new FollowerProgress(match[i], next[i], rpc.getLastRpcElapsedTimeMs()));
      }
    }
    return result;
  }
}
