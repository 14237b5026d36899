package io.mosql.server.network;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ServerEngine;
import io.mosql.server.authentication.LoginThrottle;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of the native protocol, which listens until it is closed. It does not own the engine.
 * Thread-safe.
 *
 * <pre>
 * event loop   reads, splits input into frames, writes; one thread per processor
 * worker       executes work that may block; at most one per connection
 * </pre>
 *
 * A protocol violation closes the client's own connection only; the reason is logged.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
public final class NetworkServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  /** Water marks of unsent response bytes per connection; the limit may be exceeded slightly. */
  private static final int UNSENT_LOW = 32 * 1024;

  private static final int UNSENT_HIGH = 128 * 1024;

  private static final int KEEP_ALIVE_IDLE_SECONDS = 60;
  private static final int KEEP_ALIVE_INTERVAL_SECONDS = 15;
  private static final int KEEP_ALIVE_COUNT = 4;
  private static final long POLL_MILLIS = 5;
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final NetworkContext gate;
  private final EventLoopGroup loops;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listener;

  private NetworkServer(NetworkContext gate, EventLoopGroup loops) throws IOException {
    this.gate = gate;
    this.loops = loops;
    this.listener = bind();
  }

  /**
   * Opens the server socket.
   *
   * @throws IOException when it cannot; the message names the address or the files
   */
  public static NetworkServer open(
      ServerEngine engine,
      NetworkOptions options,
      AuditLog audit,
      Clock clock,
      RandomSource random,
      LoginThrottle throttle)
      throws IOException {
    Logger logger = LoggerFactory.getLogger(NetworkServer.class);
    return open(engine, options, audit, clock, random, throttle, logger);
  }

  static NetworkServer open(
      ServerEngine engine,
      NetworkOptions options,
      AuditLog audit,
      Clock clock,
      RandomSource random,
      LoginThrottle throttle,
      Logger logger)
      throws IOException {
    TlsFiles files = options.tls();
    ServerTls tls = files == null ? null : ServerTls.of(files);
    NetworkContext gate =
        new NetworkContext(engine, options, audit, clock, random, throttle, tls, logger);
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            new EventLoopThread.Factory(),
            NioIoHandler.newFactory(
                SelectorProvider.provider(),
                () -> new SpinningSelectStrategy(options.spinTime().toNanos(), clock::nanoTime)));
    boolean good = false;
    try {
      NetworkServer door = new NetworkServer(gate, loops);
      good = true;
      return door;
    } finally {
      if (!good) {
        gate.workers.close();
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      }
    }
  }

  private Channel bind() throws IOException {
    NetworkOptions options = gate.options;
    // Small chunks suffice, since idle connections keep no buffers.
    PooledByteBufAllocator buffers =
        new PooledByteBufAllocator(
            true, 0, Runtime.getRuntime().availableProcessors(), 8192, 6, 64, 16, false);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.ALLOCATOR, buffers)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(UNSENT_LOW, UNSENT_HIGH))
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channels.add(channel);
                    keepAlive(channel);
                    channel.pipeline().addLast("preface", new PrefaceHandler(gate));
                  }
                });
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    if (address.isUnresolved()) {
      throw new IOException("cannot listen on " + options.host() + ": unknown host");
    }
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new IOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + cause.getMessage(),
          cause);
    }
    return bound.channel();
  }

  private static void keepAlive(SocketChannel channel) {
    set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS);
    set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_SECONDS);
    set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_COUNT);
  }

  private static void set(SocketChannel channel, SocketOption<Integer> option, int value) {
    // False where the system lacks the option; the system's own keep-alive times then apply.
    channel.config().setOption(NioChannelOption.of(option), value);
  }

  /** Address of the server socket. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /** Number of authenticated clients. */
  public int connections() {
    return gate.limits.sessions();
  }

  /** Response bytes not yet read by clients. */
  public long unsentBytes() {
    long sum = 0;
    for (SessionHandler session : gate.sessions()) {
      sum += session.unsentBytes();
    }
    return sum;
  }

  /**
   * Refuses new connections and ends all sessions: idle ones immediately, with 57P01; those in a
   * transaction when it has ended, at the latest when the deadline expires. Returns when all
   * sessions are closed, or shortly after the deadline.
   */
  public void drain(Duration deadline) {
    long end = gate.clock.nanoTime() + deadline.toNanos();
    gate.drain();
    shutDownSessions(SessionHandler.Closing.WHEN_IDLE);
    if (!awaitEmpty(end)) {
      shutDownSessions(SessionHandler.Closing.NOW);
      awaitEmpty(gate.clock.nanoTime() + LAST_WORDS.toNanos());
    }
    listener.close().awaitUninterruptibly();
  }

  private void shutDownSessions(SessionHandler.Closing how) {
    for (SessionHandler session : gate.sessions()) {
      session.context().executor().execute(() -> session.shutDown(how));
    }
  }

  /**
   * Waits until no session is left; returns false when the time is over or the thread is
   * interrupted.
   */
  private boolean awaitEmpty(long endNanos) {
    while (!gate.isEmpty()) {
      if (gate.clock.nanoTime() - endNanos >= 0) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Closes all connections and the server socket immediately; running statements are cancelled. */
  @Override
  public void close() {
    gate.drain();
    listener.close().awaitUninterruptibly();
    channels.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    gate.workers.close();
  }
}
