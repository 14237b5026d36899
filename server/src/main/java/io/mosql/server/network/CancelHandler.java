package io.mosql.server.network;

import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Channel handler of a connection that carries a cancel request for another session. The connection
 * is closed without a response, whether or not the key was valid.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
final class CancelHandler extends FrameHandler {
  CancelHandler(NetworkContext gate) {
    super(gate, new FrameBuffer(gate.inputMemory));
  }

  @Override
  void processFrames() {
    int length = input.frameLength(Frames.LOGIN_BYTES_MAX);
    if (length < 0) {
      return;
    }
    CancelRequest request =
        CancelRequest.read(new WireReader().frame(input.array(), input.frameOffset(), length));
    SessionHandler session = network.session(request.sessionId());
    if (session == null || !session.cancel(request.key())) {
      network.log.closed(client(), "it asked to cancel what it has no key for");
    }
    markClosed();
    context().close();
  }

  @Override
  boolean isBusy() {
    return false;
  }

  @Override
  void onClosed() {}

  @Override
  @Nullable WireWriter closingMessage(WireException why) {
    return null;
  }
}
