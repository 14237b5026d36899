package io.mosql.server.network;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Session;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.error.ServerErrorMessage;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.ScheduledFuture;
import java.security.MessageDigest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Channel handler of the connection of an authenticated client. Requests are executed one at a time
 * and in order: on a worker, which receives all frames available at that time, or on the event loop
 * when they are known not to block. No request is executed while earlier responses are unsent.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
final class SessionHandler extends FrameHandler {
  /** Maximum bytes of requests passed to a worker at once. */
  private static final int FLIGHT_BYTES = 1 << 20;

  /** Maximum size of a request that is attempted on the event loop. */
  private static final int QUICK_BYTES = 16 * 1024;

  /** Bytes of responses after which they are sent. */
  private static final int ANSWERS_BYTES = 128 * 1024;

  private final Identity identity;
  private final Session session;
  private final RequestExecutor requests;
  private boolean busy;
  private @Nullable MosqlException notice;
  private @Nullable ScheduledFuture<?> stallTimer;
  private long stalledBytes;

  /**
   * @param address of the client
   */
  record Identity(long id, byte[] key, String user, String database, String address) {}

  SessionHandler(
      NetworkContext gate,
      FrameBuffer input,
      Identity identity,
      Session session,
      RequestExecutor conversation) {
    super(gate, input);
    this.identity = identity;
    this.session = session;
    this.requests = conversation;
  }

  long id() {
    return identity.id();
  }

  /** Called when the handler is in the pipeline and the client has received its welcome message. */
  void begin() {
    network.register(this);
    if (network.isDraining()) {
      shutDown(Closing.WHEN_IDLE);
    }
    processFramesSafely();
  }

  /** Cancels the running statement if the key matches; called by any thread. */
  boolean cancel(byte[] key) {
    if (!MessageDigest.isEqual(key, identity.key())) {
      return false;
    }
    session.cancel();
    return true;
  }

  @Override
  boolean isBusy() {
    return busy || !context().channel().isWritable();
  }

  @Override
  void processFrames() {
    NetworkContext.EventLoopBuffers tools = network.eventLoopBuffers();
    WireWriter out = tools.out;
    try {
      while (!isBusy() && !isClosed()) {
        FrameBuffer.Skipped skipped = input.takeSkipped();
        if (skipped != FrameBuffer.Skipped.NONE) {
          requests.rejectTooLong(out, skipped == FrameBuffer.Skipped.SKIPPABLE);
        }
        int length = input.frameLength(network.options.frameBytesMax());
        if (length < 0) {
          if (input.isShort()) {
            input.skipFrame();
          }
          break;
        }
        if (length > QUICK_BYTES) {
          submitToWorker();
          break;
        }
        tools.reader.frame(input.array(), input.frameOffset(), length);
        switch (requests.process(tools.reader, out, false)) {
          case ANSWERED -> input.consume(length);
          case MAY_WAIT -> submitToWorker();
          case ENDS -> {
            sendAndClose(out);
            return;
          }
        }
        if (out.length() >= ANSWERS_BYTES) {
          send(out);
        }
      }
      closeIfIdle(out);
    } finally {
      if (out.length() > 0 && !isClosed()) {
        send(out);
      }
      out.clear();
      tools.reader.release();
    }
  }

  private void submitToWorker() {
    FrameBuffer flight = input.takeFrames(network.options.frameBytesMax(), FLIGHT_BYTES);
    busy = true;
    try {
      network.workers.execute(() -> work(flight));
    } catch (RejectedExecutionException e) {
      busy = false;
      throw ServerErrorMessage.SHUTTING_DOWN.causedBy(e);
    }
  }

  /** Executes requests; runs on a worker. */
  private void work(FrameBuffer flight) {
    WireReader reader = new WireReader(network.outputMemory);
    WireWriter out = new WireWriter(network.outputMemory);
    boolean ends = false;
    Throwable failure = null;
    try {
      while (!ends && out.length() < ANSWERS_BYTES) {
        int length = flight.frameLength(network.options.frameBytesMax());
        if (length < 0) {
          break;
        }
        reader.frame(flight.array(), flight.frameOffset(), length);
        ends = requests.process(reader, out, true) == RequestExecutor.Completion.ENDS;
        flight.consume(length);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      reader.release();
    }
    boolean last = ends;
    Throwable thrown = failure;
    runOnEventLoop(
        () -> {
          try {
            workerFinished(flight, out, last, thrown);
          } finally {
            out.clear();
            flight.clear();
          }
        });
  }

  private void workerFinished(
      FrameBuffer rest, WireWriter out, boolean ends, @Nullable Throwable thrown) {
    busy = false;
    if (isClosed()) {
      return;
    }
    if (thrown instanceof WireException e) {
      closeForViolation(String.valueOf(e.getMessage()), farewell(out, e));
      return;
    }
    if (thrown != null) {
      network.log.failed(client(), thrown);
      markClosed();
      context().close();
      return;
    }
    if (ends) {
      sendAndClose(out);
      return;
    }
    if (out.length() > 0) {
      send(out);
    }
    input.restore(rest);
    processFramesSafely();
  }

  @Override
  WireWriter closingMessage(WireException why) {
    return farewell(new WireWriter(), why);
  }

  private WireWriter farewell(WireWriter out, WireException why) {
    requests.writeFatalError(
        out, new MosqlException(why.state(), String.valueOf(why.getMessage())));
    return out;
  }

  /** Way in which a session ends when the server shuts down. */
  enum Closing {
    WHEN_IDLE,
    NOW
  }

  /** Ends the session because the server shuts down. */
  void shutDown(Closing how) {
    notice = ServerErrorMessage.SESSION_TERMINATED.error();
    if (how == Closing.NOW) {
      if (busy) {
        session.cancel();
        network.workers.executeClose(session::close);
      } else {
        closeNow();
      }
      return;
    }
    processFramesSafely();
  }

  private void closeNow() {
    MosqlException why = notice;
    if (why != null && !isClosed()) {
      WireWriter out = new WireWriter();
      requests.writeFatalError(out, why);
      sendAndClose(out);
    }
  }

  private void closeIfIdle(WireWriter out) {
    MosqlException why = notice;
    if (why != null && !busy && !isClosed() && requests.isIdle()) {
      requests.writeFatalError(out, why);
      sendAndClose(out);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      stopStallTimer();
    } else if (stallTimer == null && !isClosed()) {
      startStallTimer();
    }
    super.channelWritabilityChanged(ctx);
  }

  private void startStallTimer() {
    stalledBytes = unsentBytes();
    stallTimer =
        context()
            .executor()
            .schedule(
                this::checkStall, network.options.stallLimit().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void checkStall() {
    stallTimer = null;
    if (isClosed()) {
      return;
    }
    if (unsentBytes() < stalledBytes) {
      startStallTimer();
      return;
    }
    network.log.closed(client(), "it does not take its answers");
    markClosed();
    context().close();
  }

  /** Response bytes not yet read by the client; called by any thread. */
  long unsentBytes() {
    ChannelOutboundBuffer pending = context().channel().unsafe().outboundBuffer();
    return pending == null ? 0 : pending.totalPendingWriteBytes();
  }

  private void stopStallTimer() {
    ScheduledFuture<?> timer = stallTimer;
    if (timer != null) {
      timer.cancel(false);
      stallTimer = null;
    }
  }

  @Override
  void onClosed() {
    stopStallTimer();
    network.unregister(this);
    network.limits.removeSession();
    network.workers.executeClose(session::close);
    network.audit.record(
        new AuditLog.Event(
            AuditLog.Kind.LOGOUT,
            identity.user(),
            identity.address(),
            identity.database(),
            null,
            "logged out"));
  }
}
