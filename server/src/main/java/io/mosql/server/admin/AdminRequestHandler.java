package io.mosql.server.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Channel handler of one HTTP connection: processes one request at a time, each on a worker thread.
 * No input is read while a request is being processed. Confined to its event loop.
 */
final class AdminRequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final AdminRoutes routes;
  private final AdminWorkerPool workers;
  private final Duration deadline;
  private @Nullable ScheduledFuture<?> timer;

  AdminRequestHandler(AdminRoutes routes, AdminWorkerPool workers, Duration deadline) {
    this.routes = routes;
    this.workers = workers;
    this.deadline = deadline;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    await(ctx);
    ctx.read();
  }

  private void await(ChannelHandlerContext ctx) {
    timer = ctx.executor().schedule(() -> close(ctx), deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (timer != null) {
      ctx.read();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stopTimer();
  }

  private void stopTimer() {
    ScheduledFuture<?> running = timer;
    if (running != null) {
      running.cancel(false);
      timer = null;
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    stopTimer();
    boolean keep = HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
    boolean head = request.method().equals(HttpMethod.HEAD);
    if (!request.decoderResult().isSuccess()) {
      answer(ctx, AdminResponse.text(400, "malformed request"), false, head);
      return;
    }
    AdminRequest exchange;
    try {
      QueryStringDecoder uri = new QueryStringDecoder(request.uri());
      byte[] body = new byte[request.content().readableBytes()];
      request.content().readBytes(body);
      exchange =
          new AdminRequest(
              request.method(),
              uri.path(),
              uri.parameters(),
              request.headers().copy(),
              body,
              (InetSocketAddress) ctx.channel().remoteAddress());
    } catch (IllegalArgumentException e) {
      answer(ctx, AdminResponse.text(400, "malformed request"), false, head);
      return;
    }
    boolean taken =
        workers.run(
            () -> {
              AdminResponse reply = routes.answer(exchange);
              ctx.executor().execute(() -> answer(ctx, reply, keep, head));
            });
    if (!taken) {
      answer(ctx, AdminResponse.text(503, "too many concurrent requests"), keep, head);
    }
  }

  private void answer(ChannelHandlerContext ctx, AdminResponse reply, boolean keep, boolean head) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(reply.body()));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set(
        HttpHeaderNames.CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
            + " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    String cookie = reply.cookie();
    if (cookie != null) {
      headers.set(HttpHeaderNames.SET_COOKIE, cookie);
    }
    if (reply.status() == 401) {
      headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    HttpUtil.setKeepAlive(response, keep);
    if (keep) {
      await(ctx);
      ChannelFuture unused = ctx.writeAndFlush(response);
      ctx.read();
    } else {
      ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    close(ctx);
  }

  private static void close(ChannelHandlerContext ctx) {
    ChannelFuture unused = ctx.close();
  }
}
