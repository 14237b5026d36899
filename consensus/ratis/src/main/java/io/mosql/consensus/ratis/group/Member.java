package io.mosql.consensus.ratis.group;

import java.util.Objects;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftPeer;

/**
 * A member of a group.
 *
 * @param node its name, the same in all groups
 * @param host where other nodes reach its Raft server
 * @param port where other nodes reach its Raft server
 */
public record Member(String node, String host, int port, Role role) {
  private static final int MAX_PORT = 65535;

  /** Role of a member in its group. */
  public enum Role {
    /** Counts for the majority, and can become leader. */
    VOTER,
    /** Receives the log without a vote: a read replica. */
    LISTENER
  }

  public Member {
    Objects.requireNonNull(role, "role");
    if (node.isBlank() || host.isBlank() || port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("node '" + node + "' at " + host + ":" + port);
    }
  }

  /** Creates a voter. */
  public static Member voter(String node, String host, int port) {
    return new Member(node, host, port, Role.VOTER);
  }

  /** Creates a listener. */
  public static Member listener(String node, String host, int port) {
    return new Member(node, host, port, Role.LISTENER);
  }

  boolean isVoter() {
    return role == Role.VOTER;
  }

  static Member of(RaftPeer peer, Role role) {
    String address = peer.getAddress();
    int colon = address.lastIndexOf(':');
    return new Member(
        peer.getId().toString(),
        address.substring(0, colon),
        Integer.parseInt(address.substring(colon + 1)),
        role);
  }

  /**
   * Converts to the type of Ratis. All members have the same priority: a member with a higher one
   * would take leadership back whenever possible, and each such change interrupts commits.
   */
  RaftPeer toPeer() {
    return RaftPeer.newBuilder()
        .setId(node)
        .setAddress(host + ':' + port)
        .setStartupRole(isVoter() ? RaftPeerRole.FOLLOWER : RaftPeerRole.LISTENER)
        .build();
  }
}
