package io.mosql.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Channel handler that closes a connection gracefully: input is discarded until the client closes
 * its side or a short timeout expires. Closing a socket with unread input sends a TCP reset, which
 * could destroy the last response before the client reads it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
final class ConnectionCloser extends ChannelInboundHandlerAdapter {
  private static final long CLOSE_TIMEOUT_MILLIS = 2_000;

  private ConnectionCloser() {}

  /**
   * Replaces a handler in its pipeline.
   *
   * @param last message sent before closing; null for none
   */
  static void begin(ChannelHandlerContext ctx, @Nullable ByteBuf last) {
    Channel channel = ctx.channel();
    if (!channel.isActive()) {
      if (last != null) {
        last.release();
      }
      return;
    }
    ctx.pipeline().replace(ctx.handler(), "departure", new ConnectionCloser());
    channel.config().setAutoRead(true);
    channel
        .writeAndFlush(last == null ? Unpooled.EMPTY_BUFFER : last)
        .addListener(
            (ChannelFutureListener)
                sent -> {
                  if (sent.isSuccess()) {
                    closeOutput(channel);
                  } else {
                    channel.close();
                  }
                });
    channel
        .eventLoop()
        .schedule(() -> channel.close(), CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void closeOutput(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.closeOutbound();
    } else if (channel instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}
