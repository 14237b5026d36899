package io.mosql.server.network;

import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the handlers of a connection that carries frames. All of it runs on the
 * connection's event loop, which it never keeps waiting.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the pipeline hears of failures
abstract class FrameHandler extends ChannelInboundHandlerAdapter {
  /** Bytes that are read while earlier ones wait: clients send batches before they read answers. */
  private static final int READ_AHEAD = 4 << 20;

  final NetworkContext network;
  final FrameBuffer input;
  private @Nullable ChannelHandlerContext context;
  private boolean ended;
  private boolean advancing;

  /** Whether there may be more to do when what is under way is done. */
  private boolean again;

  FrameHandler(NetworkContext gate, FrameBuffer input) {
    this.network = gate;
    this.input = input;
  }

  /** Looks at the frames that have come, as far as that is possible now. */
  abstract void processFrames();

  /** Whether frames have to wait. */
  abstract boolean isBusy();

  /** The client is gone, or is sent away; called once. */
  abstract void onClosed();

  /** The last that a client hears when it does what it must not; null for nothing. */
  abstract @Nullable WireWriter closingMessage(WireException why);

  final ChannelHandlerContext context() {
    ChannelHandlerContext known = context;
    if (known == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return known;
  }

  final @Nullable SocketAddress client() {
    return context().channel().remoteAddress();
  }

  /** Goes on upon the event loop; from a worker. */
  final void runOnEventLoop(Runnable next) {
    try {
      context().executor().execute(next);
    } catch (RejectedExecutionException e) {
      // The door is closed, and all connections are: what is left to be done is to let go.
      next.run();
    }
  }

  final boolean isClosed() {
    return ended;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      if (!ended) {
        input.append(bytes);
      }
    } finally {
      bytes.release();
    }
    if (isBusy() && (input.size() > READ_AHEAD || input.isShort())) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    processFramesSafely();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      processFramesSafely();
    }
  }

  /**
   * Goes on with what has come. {@link #send} may tell, before it returns, that the channel can be
   * written to again: that is looked at when what is under way is done, so that answers are sent
   * once and in order.
   */
  final void processFramesSafely() {
    if (ended) {
      return;
    }
    if (advancing) {
      again = true;
      return;
    }
    advancing = true;
    try {
      do {
        again = false;
        processFrames();
      } while (again && !ended);
    } catch (WireException e) {
      closeForViolation(String.valueOf(e.getMessage()), closingMessage(e));
    } catch (RuntimeException | Error e) {
      network.log.failed(client(), e);
      markClosed();
      context().close();
    } finally {
      advancing = false;
    }
    if (!ended && !isBusy() && !context().channel().config().isAutoRead()) {
      context().channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    markClosed();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent tls && !tls.isSuccess()) {
      network.log.closed(client(), "TLS handshake failed: " + describe(tls.cause()));
      markClosed();
      ctx.close();
    }
    super.userEventTriggered(ctx, event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!ended) {
      if (cause instanceof IOException) {
        network.log.closed(client(), describe(cause));
      } else {
        network.log.failed(client(), cause);
      }
    }
    markClosed();
    ctx.close();
  }

  private static String describe(Throwable cause) {
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  final void markClosed() {
    if (!ended) {
      ended = true;
      input.clear();
      onClosed();
    }
  }

  final ChannelFuture send(WireWriter out) {
    ChannelFuture future;
    boolean within = advancing;
    advancing = true;
    try {
      future = context().writeAndFlush(buffer(out));
    } catch (RuntimeException | Error e) {
      out.clear();
      throw e;
    } finally {
      advancing = within;
    }
    release(out, future);
    if (again && !within) {
      runOnEventLoop(this::processFramesSafely);
    }
    return future;
  }

  private ByteBuf buffer(WireWriter out) {
    return context().alloc().ioBuffer(out.length()).writeBytes(out.array(), 0, out.length());
  }

  /** Forgets what was written; its memory is given back when the bytes have left. */
  private void release(WireWriter out, ChannelFuture sent) {
    long handed = out.handOver();
    if (handed != 0) {
      sent.addListener(done -> network.outputMemory.release(handed));
    }
  }

  /** Closes the connection because of what the client did. */
  final void closeForViolation(String why, @Nullable WireWriter last) {
    network.log.closed(client(), why);
    sendAndClose(last);
  }

  /** Says the last words and closes the connection when the client has heard them. */
  final void sendAndClose(@Nullable WireWriter last) {
    ChannelHandlerContext ctx = context();
    markClosed();
    ByteBuf words = last == null || last.length() == 0 ? null : buffer(last);
    if (last != null) {
      last.clear();
    }
    ConnectionCloser.begin(ctx, words);
  }
}
