package io.mosql.testkit.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection through a {@link LinkProxy}. It reaches its target as soon as bytes may pass there,
 * and ends when both sides have ended, or by a reset, which both see.
 */
final class ProxiedConnection {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int DIRECTIONS = 2;

  private final Socket client;
  private final Socket server = new Socket();
  private final InetSocketAddress target;
  private final LinkDirection there;
  private final List<Pump> pumps;
  private final Thread opener;
  private volatile boolean over;
  private final AtomicInteger ended = new AtomicInteger();

  ProxiedConnection(
      Socket client,
      InetSocketAddress target,
      LinkDirection there,
      LinkDirection back,
      String name) {
    this.client = client;
    this.target = target;
    this.there = there;
    this.pumps =
        List.of(
            new Pump(client, server, there, this, name + " there"),
            new Pump(server, client, back, this, name + " back"));
    this.opener = new Thread(this::open, name + " opens");
    opener.setDaemon(true);
  }

  void start() {
    opener.start();
  }

  private void open() {
    try {
      there.awaitPassing();
      server.connect(target, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      pumps.forEach(Pump::start);
    } catch (IOException | InterruptedException e) {
      reset();
    }
  }

  /** Handles the end of a direction. */
  void ended() {
    if (ended.incrementAndGet() == DIRECTIONS) {
      close(client, false);
      close(server, false);
    }
  }

  /** Resets the connection; its threads end soon, {@link #destroy} waits for them. */
  void reset() {
    over = true;
    close(client, true);
    close(server, true);
    threads().forEach(Thread::interrupt);
  }

  /** Whether it was reset: a thread that begins to wait after that would not be woken. */
  boolean isOver() {
    return over;
  }

  /** Whether the connection and its threads have ended. */
  boolean hasEnded() {
    return threads().stream().noneMatch(Thread::isAlive);
  }

  /** The opener first: it may be about to start the others. */
  private List<Thread> threads() {
    List<Thread> threads = new ArrayList<>(List.of(opener));
    pumps.forEach(pump -> threads.addAll(pump.threads()));
    return threads;
  }

  private static void close(Socket socket, boolean byReset) {
    try {
      if (byReset) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // It was closed before.
    }
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  boolean isTorn() {
    return pumps.stream().anyMatch(Pump::isTorn);
  }

  /** Resets the connection, and returns when its threads have ended. */
  void destroy() throws InterruptedException {
    reset();
    for (Thread thread : threads()) {
      thread.join();
    }
  }
}
