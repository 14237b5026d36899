package io.mosql.consensus.ratis.transport;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;

/**
 * Serializes the append requests of a group across connections. A leader that lost its connection
 * opens a new one while requests of the old one may still be in progress; handled in parallel they
 * could reach the log in the wrong order.
 *
 * <p>Thread-safe.
 */
public final class SerialAppendInterceptor implements ServerInterceptor {
  private static final int LOCKS = 64;

  /** Striped: groups with the same hash remainder share a lock, so that their number is fixed. */
  private final Object[] locks = new Object[LOCKS];

  public SerialAppendInterceptor() {
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onMessage(Q message) {
        if (message instanceof AppendEntriesRequestProto entries) {
          synchronized (lock(entries.getServerRequest().getRaftGroupId().getId())) {
            super.onMessage(message);
          }
        } else {
          super.onMessage(message);
        }
      }
    };
  }

  private Object lock(ByteString group) {
    return locks[Math.floorMod(group.hashCode(), LOCKS)];
  }
}
