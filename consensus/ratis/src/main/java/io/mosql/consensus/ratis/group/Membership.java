package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.consensus.ratis.group.DiskSpaceMonitor.VoterProgress;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
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
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** The membership of a group of Ratis, which refuses to add a majority at once. */
public final class Membership implements GroupMembership {
  private static final int ANSWER_MILLIS = 1_000;
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final RaftServer server;
  private final RaftGroupId group;
  private final PendingAppends numbers;
  private final Division division;
  private final Clock clock;

  public Membership(
      RaftServer server,
      RaftGroupId group,
      PendingAppends numbers,
      Division division,
      Clock clock) {
    this.server = server;
    this.group = group;
    this.numbers = numbers;
    this.division = division;
    this.clock = clock;
  }

  @Override
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
  private void requireAnswer(Member member) {
    long end = clock.nanoTime() + ANSWER_NANOS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(member.host(), member.port()), ANSWER_MILLIS);
        return;
      } catch (IOException e) {
        if (clock.nanoTime() - end > 0) {
          throw RatisErrorMessage.NODE_NOT_REACHABLE.causedBy(
              e, member.node(), member.host(), member.port());
        }
        clock.parkNanos(ASK_AGAIN_NANOS);
      }
    }
  }

  @Override
  public void remove(String node, Duration within) {
    List<Member> members = new ArrayList<>(division.members());
    if (!members.removeIf(each -> each.node().equals(node))) {
      throw RatisErrorMessage.UNDEFINED_MEMBER.error(node);
    }
    if (members.stream().noneMatch(Member::isVoter)) {
      throw RatisErrorMessage.LAST_VOTER.error();
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
      throw RatisErrorMessage.LAST_VOTER.error();
    }
    String successor = voters.get(0).node();
    transfer(successor, within);
    throw RatisErrorMessage.LEADERSHIP_TRANSFERRED.error(successor);
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

  @Override
  public void transfer(String node, Duration within) {
    if (division.members().stream().noneMatch(m -> m.isVoter() && m.node().equals(node))) {
      throw RatisErrorMessage.UNDEFINED_VOTER.error(node);
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
    return RatisErrorMessage.CHANGE_OUTCOME_UNKNOWN.causedBy(cause, why);
  }
}
