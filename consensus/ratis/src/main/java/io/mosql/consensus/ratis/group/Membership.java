package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.group.DiskSpaceMonitor.VoterProgress;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * Changes the members and the leader of a group. Changes are made on the leader, one at a time and
 * one member at a time; Ratis refuses to add a majority at once.
 *
 * <p>Each call waits until the change is committed. Errors: 57P05 on a node that is not the leader,
 * 55000 when another change is in progress, a new member does not respond or the time is over; the
 * change may still be made then, and {@code RatisLog.status} shows it.
 */
public final class Membership {
  private static final int ANSWER_MILLIS = 1_000;
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final RaftServer server;
  private final RaftGroupId group;
  private final PendingAppends numbers;
  private final Division division;

  public Membership(
      RaftServer server, RaftGroupId group, PendingAppends numbers, Division division) {
    this.server = server;
    this.group = group;
    this.numbers = numbers;
    this.division = division;
  }

  /**
   * Adds a member, which must have opened its log as a joining member. It receives a checkpoint and
   * the log, and is a member only after that. A listener of the same name becomes a voter, or the
   * reverse; a leader transfers leadership instead of becoming a listener, as in {@link #remove}.
   */
  public void add(Member member, Duration within) {
    List<Member> members = new ArrayList<>(division.members());
    if (!member.isVoter()) {
      transferIfLeader(member.node(), within);
    }
    if (members.stream().noneMatch(each -> each.node().equals(member.node()))) {
      requireAnswer(member);
    }
    members.removeIf(each -> each.node().equals(member.node()));
    members.add(member);
    change(members, within);
  }

  /**
   * Checks that a new member is reachable. Ratis cannot cancel an addition, and makes no other
   * change until the timeout of an unresponsive new member, so the addition of an unreachable one
   * is not started.
   */
  private static void requireAnswer(Member member) {
    long end = System.nanoTime() + ANSWER_NANOS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(member.host(), member.port()), ANSWER_MILLIS);
        return;
      } catch (IOException e) {
        if (System.nanoTime() - end > 0) {
          throw new MosqlException(
              SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
              "node \"%s\" does not answer at %s:%d"
                  .formatted(member.node(), member.host(), member.port()),
              e);
        }
        LockSupport.parkNanos(ASK_AGAIN_NANOS);
      }
    }
  }

  /**
   * Removes a member, which then stops. A leader that is to be removed transfers leadership instead
   * and fails with 57P05; the new leader removes it, so that the group always has a leader.
   */
  public void remove(String node, Duration within) {
    List<Member> members = new ArrayList<>(division.members());
    if (!members.removeIf(each -> each.node().equals(node))) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT, "the group has no member \"" + node + "\"");
    }
    if (members.stream().noneMatch(Member::isVoter)) {
      throw new MosqlException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the last member that votes stays");
    }
    transferIfLeader(node, within);
    change(members, within);
  }

  private void transferIfLeader(String node, Duration within) {
    if (!division.leads() || !node.equals(division.node())) {
      return;
    }
    List<VoterProgress> voters = new ArrayList<>(division.otherVoters(within));
    voters.sort(Comparator.comparingLong(VoterProgress::matchEntry).reversed());
    if (voters.isEmpty()) {
      throw new MosqlException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the last member that votes stays");
    }
    String heir = voters.get(0).node();
    transfer(heir, within);
    throw new MosqlException(
        SqlState.NOT_LEADER,
        "the lead was handed on to \"" + heir + "\", which makes this change when it is told to");
  }

  private void change(List<Member> members, Duration within) {
    // The lists, not the arrays: that overload makes listeners of the voters.
    SetConfigurationRequest.Arguments arguments =
        SetConfigurationRequest.Arguments.newBuilder()
            .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
            .setServersInCurrentConf(current(RaftPeerRole.FOLLOWER))
            .setListenersInCurrentConf(current(RaftPeerRole.LISTENER))
            .setServersInNewConf(peers(members, Member.Role.VOTER))
            .setListenersInNewConf(peers(members, Member.Role.LISTENER))
            .build();
    await(
        () ->
            server.setConfigurationAsync(
                new SetConfigurationRequest(
                    numbers.client(), server.getId(), group, numbers.nextNumber(), arguments)),
        within);
  }

  private List<RaftPeer> current(RaftPeerRole role) {
    return List.copyOf(division.raft().getRaftConf().getAllPeers(role));
  }

  private static List<RaftPeer> peers(List<Member> members, Member.Role role) {
    return members.stream().filter(each -> each.role() == role).map(Member::toPeer).toList();
  }

  /** Transfers leadership to another voter, which catches up first. */
  public void transfer(String node, Duration within) {
    if (division.members().stream().noneMatch(m -> m.isVoter() && m.node().equals(node))) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT, "the group has no voting member \"" + node + "\"");
    }
    await(() -> requestTransfer(RaftPeerId.valueOf(node), within), within);
  }

  /**
   * Starts giving up leadership, so that a new term begins.
   *
   * @param to the new leader; null to elect any voter
   */
  public CompletableFuture<RaftClientReply> stepDown(@Nullable String to, Duration within)
      throws IOException {
    return requestTransfer(to == null ? null : RaftPeerId.valueOf(to), within);
  }

  private CompletableFuture<RaftClientReply> requestTransfer(
      @Nullable RaftPeerId to, Duration within) throws IOException {
    return server.transferLeadershipAsync(
        new TransferLeadershipRequest(
            numbers.client(), server.getId(), group, numbers.nextNumber(), to, within.toMillis()));
  }

  private interface Call {
    CompletableFuture<RaftClientReply> start() throws IOException;
  }

  private static void await(Call call, Duration within) {
    MosqlException failure;
    try {
      failure = RatisErrors.ofReply(call.start().get(within.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = outcomeUnknown("the wait was interrupted", e);
    } catch (TimeoutException e) {
      failure = outcomeUnknown("the time is up", e);
    } catch (ExecutionException | IOException | RuntimeException e) {
      failure = outcomeUnknown(String.valueOf(RatisErrors.unwrap(e).getMessage()), e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static MosqlException outcomeUnknown(String why, Throwable cause) {
    return new MosqlException(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
        "whether the group changed is not known: " + why,
        cause);
  }
}
