package io.mosql.server.network;

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

/**
 * Channel handler of the first eight bytes of a connection: protocol version, TLS and connection
 * limit.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
final class PrefaceHandler extends ChannelInboundHandlerAdapter {
  private final NetworkContext network;
  private final byte[] preface = new byte[ClientPreface.BYTES];
  private int count;
  private boolean counted;
  private @Nullable ScheduledFuture<?> deadline;

  PrefaceHandler(NetworkContext gate) {
    this.network = gate;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    counted = network.limits.tryAddConnection();
    if (!counted) {
      refuse(ctx, 0, Reason.TOO_MANY_CONNECTIONS, "too many connections have not logged in");
      return;
    }
    deadline =
        ctx.executor()
            .schedule(
                () -> {
                  network.log.closed(ctx.channel().remoteAddress(), "it did not log in in time");
                  ctx.channel().close();
                },
                network.options.loginDeadline().toMillis(),
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
      network.log.closed(ctx.channel().remoteAddress(), String.valueOf(e.getMessage()));
      ctx.close();
      return;
    }
    Reason refusal = refusal(said);
    if (refusal != Reason.WELCOME) {
      bytes.release();
      refuse(ctx, said.minor(), refusal, refusal.name());
      return;
    }
    accept(ctx, said, bytes);
  }

  private Reason refusal(ClientPreface said) {
    if (said.major() != ClientPreface.MAJOR) {
      return Reason.VERSION_NOT_SPOKEN;
    }
    if (network.options.tlsRequired() && !said.tls()) {
      return Reason.TLS_REQUIRED;
    }
    if (said.kind() == ClientPreface.Kind.CANCEL) {
      return Reason.WELCOME;
    }
    if (network.isDraining()) {
      return Reason.GOING_AWAY;
    }
    return network.limits.isFull() ? Reason.TOO_MANY_CONNECTIONS : Reason.WELCOME;
  }

  /**
   * @param minor protocol minor version of the client; the response names none above it
   */
  private ByteBuf answer(int minor, boolean tlsFollows, Reason reason) {
    return Unpooled.wrappedBuffer(
        new ServerPreface(
                ClientPreface.MAJOR,
                Math.min(minor, ClientPreface.MINOR),
                tlsFollows,
                network.options.tlsRequired(),
                reason)
            .encode());
  }

  private void refuse(ChannelHandlerContext ctx, int minor, Reason reason, String why) {
    network.log.closed(ctx.channel().remoteAddress(), why);
    ConnectionCloser.begin(ctx, answer(minor, false, reason));
  }

  /**
   * @param rest bytes received after the preface; released or passed on here
   */
  private void accept(ChannelHandlerContext ctx, ClientPreface said, ByteBuf rest) {
    ServerTls tls = said.tls() ? network.tls : null;
    ctx.writeAndFlush(answer(said.minor(), tls != null, Reason.WELCOME));
    ChannelHandler next =
        said.kind() == ClientPreface.Kind.CANCEL
            ? new CancelHandler(network)
            : new LoginHandler(network, tls, said.minor(), this::loggedIn);
    ctx.pipeline().addAfter(ctx.name(), "frames", next);
    if (tls != null) {
      ctx.pipeline()
          .addAfter(
              ctx.name(),
              "tls",
              tls.newHandler(ctx.alloc(), network.workers, network.options.loginDeadline()));
    }
    if (rest.isReadable()) {
      ctx.fireChannelRead(rest);
    } else {
      rest.release();
    }
  }

  /** Called after login: ends the login deadline and the count as an unauthenticated connection. */
  private void loggedIn(ChannelHandlerContext ctx) {
    uncount();
    ctx.pipeline().remove(this);
  }

  private void uncount() {
    ScheduledFuture<?> timer = deadline;
    if (timer != null) {
      timer.cancel(false);
    }
    if (counted) {
      counted = false;
      network.limits.removeConnection();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ctx.fireChannelInactive();
    uncount();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    uncount();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      network.log.closed(ctx.channel().remoteAddress(), String.valueOf(cause.getMessage()));
    } else {
      network.log.failed(ctx.channel().remoteAddress(), cause);
    }
    ctx.close();
  }
}
