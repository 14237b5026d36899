package io.mosql.server.net;

import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.ServerPreface;
import io.mosql.core.wire.ServerPreface.Reason;
import io.mosql.core.wire.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The first eight bytes of a connection: whether it may come in, and how it goes on. */
@SuppressWarnings("FutureReturnValueIgnored") // the pipeline hears of failures
final class PrefaceHandler extends ChannelInboundHandlerAdapter {
  private final Gate gate;
  private final byte[] preface = new byte[ClientPreface.BYTES];
  private int count;
  private boolean counted;
  private @Nullable ScheduledFuture<?> deadline;

  PrefaceHandler(Gate gate) {
    this.gate = gate;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    counted = gate.places.enter();
    if (!counted) {
      refuse(ctx, 0, Reason.TOO_MANY_CONNECTIONS, "too many connections have not logged in");
      return;
    }
    deadline =
        ctx.executor()
            .schedule(
                () -> {
                  gate.log.closed(ctx.channel().remoteAddress(), "it did not log in in time");
                  ctx.channel().close();
                },
                gate.options.loginDeadline().toMillis(),
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (count == preface.length) {
      ctx.fireChannelRead(message);
      return;
    }
    ByteBuf bytes = (ByteBuf) message;
    int taken = Math.min(preface.length - count, bytes.readableBytes());
    bytes.readBytes(preface, count, taken);
    count += taken;
    if (count < preface.length) {
      bytes.release();
      return;
    }
    ClientPreface said;
    try {
      said = ClientPreface.decode(preface);
    } catch (WireException e) {
      bytes.release();
      gate.log.closed(ctx.channel().remoteAddress(), String.valueOf(e.getMessage()));
      ctx.close();
      return;
    }
    Reason refusal = refusal(said);
    if (refusal != Reason.WELCOME) {
      bytes.release();
      refuse(ctx, said.minor(), refusal, refusal.name());
      return;
    }
    welcome(ctx, said, bytes);
  }

  private Reason refusal(ClientPreface said) {
    if (said.major() != ClientPreface.MAJOR) {
      return Reason.VERSION_NOT_SPOKEN;
    }
    if (gate.options.tlsRequired() && !said.tls()) {
      return Reason.TLS_REQUIRED;
    }
    if (said.kind() == ClientPreface.Kind.CANCEL) {
      return Reason.WELCOME;
    }
    if (gate.isDraining()) {
      return Reason.GOING_AWAY;
    }
    return gate.places.isFull() ? Reason.TOO_MANY_CONNECTIONS : Reason.WELCOME;
  }

  /**
   * @param minor that the client speaks; the answer names none above it
   */
  private ByteBuf answer(int minor, boolean tlsFollows, Reason reason) {
    return Unpooled.wrappedBuffer(
        new ServerPreface(
                ClientPreface.MAJOR,
                Math.min(minor, ClientPreface.MINOR),
                tlsFollows,
                gate.options.tlsRequired(),
                reason)
            .encode());
  }

  private void refuse(ChannelHandlerContext ctx, int minor, Reason reason, String why) {
    gate.log.closed(ctx.channel().remoteAddress(), why);
    Departure.begin(ctx, answer(minor, false, reason));
  }

  /**
   * @param rest what came behind the preface, released or given on here
   */
  private void welcome(ChannelHandlerContext ctx, ClientPreface said, ByteBuf rest) {
    TlsSide tls = said.tls() ? gate.tls : null;
    ctx.writeAndFlush(answer(said.minor(), tls != null, Reason.WELCOME));
    ChannelHandler next =
        said.kind() == ClientPreface.Kind.CANCEL
            ? new CancelHandler(gate)
            : new LoginHandler(gate, tls, said.minor(), this::loggedIn);
    ctx.pipeline().addAfter(ctx.name(), "frames", next);
    if (tls != null) {
      ctx.pipeline()
          .addAfter(
              ctx.name(),
              "tls",
              tls.newHandler(ctx.alloc(), gate.workers, gate.options.loginDeadline()));
    }
    if (rest.isReadable()) {
      ctx.fireChannelRead(rest);
    } else {
      rest.release();
    }
  }

  /** The client has logged in: it is not to be hurried, nor counted here, any more. */
  private void loggedIn(ChannelHandlerContext ctx) {
    leave();
    ctx.pipeline().remove(this);
  }

  private void leave() {
    ScheduledFuture<?> timer = deadline;
    if (timer != null) {
      timer.cancel(false);
    }
    if (counted) {
      counted = false;
      gate.places.leave();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ctx.fireChannelInactive();
    leave();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    leave();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      gate.log.closed(ctx.channel().remoteAddress(), String.valueOf(cause.getMessage()));
    } else {
      gate.log.failed(ctx.channel().remoteAddress(), cause);
    }
    ctx.close();
  }
}
