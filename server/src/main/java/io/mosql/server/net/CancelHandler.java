package io.mosql.server.net;

import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * A connection that asks for the end of what another one runs. It is closed without an answer,
 * whether it knew the key or not.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the pipeline hears of failures
final class CancelHandler extends FramedHandler {
  CancelHandler(Gate gate) {
    super(gate, new FrameInput(gate.input));
  }

  @Override
  void advance() {
    int length = input.frameLength(Frames.LOGIN_BYTES_MAX);
    if (length < 0) {
      return;
    }
    CancelRequest request =
        CancelRequest.read(new WireReader().frame(input.array(), input.frameOffset(), length));
    SessionHandler session = gate.session(request.sessionId());
    if (session == null || !session.cancel(request.key())) {
      gate.log.closed(client(), "it asked to cancel what it has no key for");
    }
    end();
    context().close();
  }

  @Override
  boolean isBusy() {
    return false;
  }

  @Override
  void left() {}

  @Override
  @Nullable WireWriter farewell(WireException why) {
    return null;
  }
}
