package io.mosql.server.admin;

import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server of the admin port: {@code /health}, {@code /ready}, {@code /metrics} and the console.
 * One event loop reads and writes; requests are processed by worker threads. Thread-safe.
 */
public final class AdminServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
  private static final int LINE_BYTES_MAX = 4 << 10;
  private static final int HEADER_BYTES_MAX = 16 << 10;
  private static final int SAMPLE_SECONDS = 2;

  private final EventLoopGroup loop;
  private final Channel listening;
  private final ChannelGroup connections;
  private final AdminWorkerPool workers;
  private final AdminConsole console;
  private final ScheduledExecutorService timer;

  private AdminServer(
      EventLoopGroup loop,
      Channel listening,
      ChannelGroup connections,
      AdminWorkerPool workers,
      AdminConsole console,
      ScheduledExecutorService timer) {
    this.loop = loop;
    this.listening = listening;
    this.connections = connections;
    this.workers = workers;
    this.console = console;
    this.timer = timer;
  }

  /**
   * Opens the server socket.
   *
   * @param metrics closed by the caller
   * @throws IOException when the address cannot be bound; the message names it
   */
  public static AdminServer open(
      AdminOptions options,
      ServerStatus source,
      ServerMetrics metrics,
      ConsoleAuthenticator login,
      Clock clock,
      RandomSource random)
      throws IOException {
    DatabaseMeterBinder databases = new DatabaseMeterBinder(source, metrics.registry());
    MetricsHistory samples = new MetricsHistory(metrics, databases);
    AdminConsole console = new AdminConsole(login, samples, options, clock, random);
    AdminRoutes routes =
        new AdminRoutes(
            new RequestChecks(options.hostNames(), options.token()),
            source,
            metrics,
            databases,
            console);
    AdminWorkerPool workers = new AdminWorkerPool();
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("mosql-admin-http", true), NioIoHandler.newFactory());
    Channel listening;
    try {
      listening = listen(options, loop, new Connections(options, routes, workers, connections));
    } catch (IOException e) {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      workers.close();
      throw e;
    }
    console.setPort(((InetSocketAddress) listening.localAddress()).getPort());
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            new DefaultThreadFactory("mosql-admin-timer", true));
    ScheduledFuture<?> unused =
        timer.scheduleAtFixedRate(
            () -> tick(samples, console, clock), 0, SAMPLE_SECONDS, TimeUnit.SECONDS);
    return new AdminServer(loop, listening, connections, workers, console, timer);
  }

  private static void tick(MetricsHistory samples, AdminConsole console, Clock clock) {
    try {
      samples.addSample(clock.nanoTime());
      console.closeIdleSessions();
    } catch (RuntimeException e) {
      // An exception that leaves a scheduled task would end its repetition.
      LOG.warn("could not sample metrics", e);
    }
  }

  private static Channel listen(AdminOptions options, EventLoopGroup loop, Connections connections)
      throws IOException {
    try {
      return new ServerBootstrap()
          .group(loop)
          .channel(NioServerSocketChannel.class)
          .option(ChannelOption.SO_REUSEADDR, true)
          .childOption(ChannelOption.TCP_NODELAY, true)
          .childOption(ChannelOption.AUTO_READ, false)
          .childHandler(connections)
          .bind(options.host(), options.port())
          .syncUninterruptibly()
          .channel();
    } catch (Exception e) {
      throw new IOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage(), e);
    }
  }

  /** Initializer of accepted connections; refuses connections beyond the limit. */
  private static final class Connections extends ChannelInitializer<SocketChannel> {
    private final AdminOptions options;
    private final AdminRoutes routes;
    private final AdminWorkerPool workers;
    private final ChannelGroup open;

    Connections(
        AdminOptions options, AdminRoutes routes, AdminWorkerPool workers, ChannelGroup open) {
      this.options = options;
      this.routes = routes;
      this.workers = workers;
      this.open = open;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      if (open.size() >= options.connectionsMax()) {
        ChannelFuture unused = channel.close();
        return;
      }
      open.add(channel);
      channel
          .pipeline()
          .addLast(new HttpServerCodec(LINE_BYTES_MAX, HEADER_BYTES_MAX, 8 << 10))
          .addLast(new HttpObjectAggregator(options.requestBytesMax(), true))
          .addLast(new AdminRequestHandler(routes, workers, options.requestDeadline()));
    }
  }

  /** Address of the server socket. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Closes all connections and all sessions of the console. */
  @Override
  public void close() {
    listening.close().syncUninterruptibly();
    timer.shutdownNow();
    connections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    workers.close();
    console.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
