package io.mosql.consensus.ratis.transport;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;

/**
 * Sets the mark in a Ratis leader that a listener has caught up. Ratis sets it for an added voter,
 * but not for a listener ({@code LeaderStateImpl.checkStaging}, 3.3.0). As long as the same node
 * leads, such a listener counts as still being added: after its promotion to voter it may never
 * begin to vote, and after a failed addition of another member it receives no more entries.
 *
 * <p>The mark has no public method, so it is set by reflection; a release of Ratis without it
 * causes an {@link IllegalStateException} as soon as a node leads.
 *
 * <p>Not thread-safe.
 */
final class CaughtUpMark {
  private static final String METHOD = "catchUp";

  private final RaftServer.Division server;
  private final LeaderState state;
  private final FollowerInfo member;
  private final MethodHandle note;

  CaughtUpMark(RaftServer.Division server, LeaderState state, FollowerInfo member) {
    this.server = server;
    this.state = state;
    this.member = member;
    try {
      this.note =
          MethodHandles.privateLookupIn(member.getClass(), MethodHandles.lookup())
              .findVirtual(member.getClass(), METHOD, MethodType.methodType(void.class))
              .bindTo(member);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("not the release of Ratis that this was made for", e);
    }
  }

  /** Sets the mark if it is missing and the member belongs to the group. */
  void setIfMissing() {
    if (state.isFollowerBootstrapping(member)
        && server
                .getRaftConf()
                .getPeer(member.getId(), RaftPeerRole.FOLLOWER, RaftPeerRole.LISTENER)
            != null) {
      try {
        note.invokeExact();
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
