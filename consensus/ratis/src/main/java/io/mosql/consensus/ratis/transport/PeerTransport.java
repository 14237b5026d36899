package io.mosql.consensus.ratis.transport;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;

/**
 * The transport between nodes: gRPC of Ratis, with {@link PeerAppender} as log appender. Ratis
 * instantiates it by its class name.
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
