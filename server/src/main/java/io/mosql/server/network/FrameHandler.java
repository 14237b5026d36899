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
 * Base class of the channel handlers of a connection that carries frames. Confined to the
 * connection's event loop, which it never blocks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
abstract class FrameHandler extends ChannelInboundHandlerAdapter {
  /**
   * Bytes that are read ahead while earlier requests wait: clients send batches before they read
   * responses.
   */
  private static final int READ_AHEAD = 4 << 20;

  final NetworkContext network;
  final FrameBuffer input;
  private @Nullable ChannelHandlerContext context;
  private boolean ended;
  private boolean advancing;

  /** Whether to check for more input when the current processing ends. */
  private boolean again;

  FrameHandler(NetworkContext gate, FrameBuffer input) {
    this.network = gate;
    this.input = input;
  }

  /** Processes the received frames, as far as that is possible now. */
  abstract void processFrames();

  /** Whether frame processing is suspended. */
  abstract boolean isBusy();

  /** Called once when the connection is closed, by either side. */
  abstract void onClosed();

  /** Returns the last message to a client that violated the protocol; null for none. */
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

  /** Continues on the event loop; called from a worker. */
  final void runOnEventLoop(Runnable next) {
    try {
      context().executor().execute(next);
    } catch (RejectedExecutionException e) {
      // The server and all its connections are closed: only cleanup is left.
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
   * Processes the received frames. {@link #send} may report reentrantly that the channel is
   * writable again; that event is deferred until the current processing ends, so that responses are
   * sent once and in order.
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

  /** Clears the written bytes; their memory is released when they have been sent. */
  private void release(WireWriter out, ChannelFuture sent) {
    long handed = out.handOver();
    if (handed != 0) {
      sent.addListener(done -> network.outputMemory.release(handed));
    }
  }

  /** Closes the connection because of a violation by the client. */
  final void closeForViolation(String why, @Nullable WireWriter last) {
    network.log.closed(client(), why);
    sendAndClose(last);
  }

  /** Sends a last message and closes the connection when the message has been sent. */
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
