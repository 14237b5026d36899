package io.mosql.consensus.ratis.transport;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;

/**
 * How nodes reach each other: Ratis's gRPC, with {@link PeerAppender} for what a leader sends.
 * Ratis makes it by its name, which is that of this class.
 */
public final class PeerTransport implements RpcType {
  public PeerTransport() {}

  @Override
  public String name() {
    return PeerTransport.class.getName();
  }

  @Override
  public GrpcFactory newFactory(Parameters parameters) {
    return new Factory(parameters);
  }

  private static final class Factory extends GrpcFactory {
    Factory(Parameters parameters) {
      super(parameters);
    }

    @Override
    public LogAppender newLogAppender(
        RaftServer.Division server, LeaderState state, FollowerInfo member) {
      return new PeerAppender(server, state, member);
    }
  }
}
