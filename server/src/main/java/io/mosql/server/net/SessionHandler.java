package io.mosql.server.net;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Session;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.ScheduledFuture;
import java.security.MessageDigest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client that has logged in. Its requests run in their order, one after the other: on a worker,
 * to which the frames that have come are given together, or on the event loop when they surely do
 * not wait. No request runs while earlier answers are not taken.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the pipeline hears of failures
final class SessionHandler extends FramedHandler {
  /** Bytes of requests that a worker is given at once. */
  private static final int FLIGHT_BYTES = 1 << 20;

  /** A request of more bytes is not looked at by the event loop. */
  private static final int QUICK_BYTES = 16 * 1024;

  /** Bytes of answers after which they are sent. */
  private static final int ANSWERS_BYTES = 128 * 1024;

  private final Identity identity;
  private final Session session;
  private final Conversation conversation;
  private boolean busy;
  private @Nullable MosqlException notice;
  private @Nullable ScheduledFuture<?> stallTimer;
  private long stalledBytes;

  /**
   * @param address of the client
   */
  record Identity(long id, byte[] key, String user, String database, String address) {}

  SessionHandler(
      Gate gate, FrameInput input, Identity identity, Session session, Conversation conversation) {
    super(gate, input);
    this.identity = identity;
    this.session = session;
    this.conversation = conversation;
  }

  long id() {
    return identity.id();
  }

  /** The client is in the pipeline and was welcomed. */
  void begin() {
    gate.enter(this);
    if (gate.isDraining()) {
      goAway(Closing.WHEN_IDLE);
    }
    advanceSafely();
  }

  /** Any thread. */
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
  void advance() {
    Gate.LoopTools tools = gate.loopTools();
    WireWriter out = tools.out;
    try {
      while (!isBusy() && !isEnded()) {
        FrameInput.Skipped skipped = input.takeSkipped();
        if (skipped != FrameInput.Skipped.NONE) {
          conversation.refuse(out, skipped == FrameInput.Skipped.SKIPPABLE);
        }
        int length = input.frameLength(gate.options.frameBytesMax());
        if (length < 0) {
          if (input.isShort()) {
            input.skipFrame();
          }
          break;
        }
        if (length > QUICK_BYTES) {
          giveToWorker();
          break;
        }
        tools.reader.frame(input.array(), input.frameOffset(), length);
        switch (conversation.handle(tools.reader, out, false)) {
          case ANSWERED -> input.consume(length);
          case MAY_WAIT -> giveToWorker();
          case ENDS -> {
            leave(out);
            return;
          }
        }
        if (out.length() >= ANSWERS_BYTES) {
          send(out);
        }
      }
      sayGoodbyeIfDue(out);
    } finally {
      if (out.length() > 0 && !isEnded()) {
        send(out);
      }
      out.clear();
      tools.reader.release();
    }
  }

  private void giveToWorker() {
    FrameInput flight = input.takeFrames(gate.options.frameBytesMax(), FLIGHT_BYTES);
    busy = true;
    try {
      gate.workers.execute(() -> work(flight));
    } catch (RejectedExecutionException e) {
      busy = false;
      throw new MosqlException(SqlState.SHUTTING_DOWN, "the server is going away", e);
    }
  }

  /** On a worker. */
  private void work(FrameInput flight) {
    WireReader reader = new WireReader(gate.memory);
    WireWriter out = new WireWriter(gate.memory);
    boolean ends = false;
    Throwable failure = null;
    try {
      while (!ends && out.length() < ANSWERS_BYTES) {
        int length = flight.frameLength(gate.options.frameBytesMax());
        if (length < 0) {
          break;
        }
        reader.frame(flight.array(), flight.frameOffset(), length);
        ends = conversation.handle(reader, out, true) == Conversation.Outcome.ENDS;
        flight.consume(length);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      reader.release();
    }
    boolean last = ends;
    Throwable thrown = failure;
    onLoop(
        () -> {
          try {
            worked(flight, out, last, thrown);
          } finally {
            out.clear();
            flight.clear();
          }
        });
  }

  private void worked(FrameInput rest, WireWriter out, boolean ends, @Nullable Throwable thrown) {
    busy = false;
    if (isEnded()) {
      return;
    }
    if (thrown instanceof WireException e) {
      sendAway(String.valueOf(e.getMessage()), farewell(out, e));
      return;
    }
    if (thrown != null) {
      gate.log.failed(client(), thrown);
      end();
      context().close();
      return;
    }
    if (ends) {
      leave(out);
      return;
    }
    if (out.length() > 0) {
      send(out);
    }
    input.giveBack(rest);
    advanceSafely();
  }

  @Override
  WireWriter farewell(WireException why) {
    return farewell(new WireWriter(), why);
  }

  private WireWriter farewell(WireWriter out, WireException why) {
    conversation.endWith(out, new MosqlException(why.state(), String.valueOf(why.getMessage())));
    return out;
  }

  /** How a session is to end when the server goes away. */
  enum Closing {
    WHEN_IDLE,
    NOW
  }

  /** The server is going away. */
  void goAway(Closing how) {
    notice =
        new MosqlException(
            SqlState.SHUTTING_DOWN, "the server is going away, or this session was ended by it");
    if (how == Closing.NOW) {
      if (busy) {
        session.cancel();
        gate.workers.end(session::close);
      } else {
        farewellNow();
      }
      return;
    }
    advanceSafely();
  }

  private void farewellNow() {
    MosqlException why = notice;
    if (why != null && !isEnded()) {
      WireWriter out = new WireWriter();
      conversation.endWith(out, why);
      leave(out);
    }
  }

  private void sayGoodbyeIfDue(WireWriter out) {
    MosqlException why = notice;
    if (why != null && !busy && !isEnded() && conversation.isIdle()) {
      conversation.endWith(out, why);
      leave(out);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      stopStallTimer();
    } else if (stallTimer == null && !isEnded()) {
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
                this::checkStall, gate.options.stallLimit().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void checkStall() {
    stallTimer = null;
    if (isEnded()) {
      return;
    }
    if (unsentBytes() < stalledBytes) {
      startStallTimer();
      return;
    }
    gate.log.closed(client(), "it does not take its answers");
    end();
    context().close();
  }

  /** Bytes of answers that the client has not taken. Any thread. */
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
  void left() {
    stopStallTimer();
    gate.leave(this);
    gate.places.leaveSession();
    gate.workers.end(session::close);
    gate.audit.record(
        new AuditLog.Event(
            AuditLog.Kind.LOGOUT,
            identity.user(),
            identity.address(),
            identity.database(),
            null,
            "logged out"));
  }
}
