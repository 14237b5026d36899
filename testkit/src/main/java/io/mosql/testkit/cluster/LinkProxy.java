package io.mosql.testkit.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A link from those who connect here to a target, whose two directions can be disturbed each for
 * itself. Thread-safe; leaves no thread behind.
 *
 * <p>A connection is taken at once, whatever the link is told to do, and reaches its target when
 * bytes may go there; a target that refuses looks like a reset.
 */
public final class LinkProxy implements AutoCloseable {
  private static final int BACKLOG = 128;

  private final String name;
  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final LinkDirection forward = new LinkDirection(this::resetTorn);
  private final LinkDirection backward = new LinkDirection(this::resetTorn);
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();
  private final Thread acceptor;
  private volatile boolean refusing;

  private LinkProxy(String name, ServerSocket listener, InetSocketAddress target) {
    this.name = name;
    this.listener = listener;
    this.target = target;
    this.acceptor = new Thread(this::accept, name + " accepts");
    acceptor.setDaemon(true);
  }

  /**
   * Listens.
   *
   * @param name for its threads
   * @param at port 0 for any
   */
  public static LinkProxy open(String name, InetSocketAddress at, InetSocketAddress target)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.setReuseAddress(true);
      listener.bind(at, BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw new IOException(name + " cannot listen on " + at, e);
    }
    LinkProxy proxy = new LinkProxy(name, listener, target);
    proxy.acceptor.start();
    return proxy;
  }

  /** Where to connect. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  /** What is sent by those who connect. */
  public LinkDirection forward() {
    return forward;
  }

  /** What the target sends on their connections. */
  public LinkDirection backward() {
    return backward;
  }

  /** Resets all connections; new ones are welcome. */
  public void cut() {
    List.copyOf(connections).forEach(ProxiedConnection::reset);
  }

  /** From now on new connections are reset; those that are there go on. */
  public void refuse() {
    refusing = true;
  }

  /** The end of all faults. Connections that lost bytes are reset. */
  public void heal() {
    refusing = false;
    forward.pass();
    backward.pass();
  }

  /** Connections so far, with those that were reset at once. */
  public long accepted() {
    return accepted.get();
  }

  private void resetTorn() {
    for (ProxiedConnection connection : List.copyOf(connections)) {
      if (connection.isTorn()) {
        connection.reset();
      }
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        long number = accepted.incrementAndGet();
        ProxiedConnection connection =
            new ProxiedConnection(client, target, forward, backward, name + " #" + number);
        if (refusing) {
          connection.reset();
        } else {
          connection.start();
          connections.removeIf(ProxiedConnection::hasEnded);
          connections.add(connection);
        }
      } catch (IOException e) {
        // Closed, or a client that is gone already.
      }
    }
  }

  /** Resets everything; returns when all threads have ended. */
  @Override
  public void close() throws IOException {
    listener.close();
    try {
      acceptor.join();
      for (ProxiedConnection connection : List.copyOf(connections)) {
        connection.destroy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
