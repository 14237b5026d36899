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
 * A proxy that links its clients to a target, with independent faults in both directions.
 * Thread-safe; leaves no thread behind.
 *
 * <p>A connection is accepted at once, whatever the faults of the link, and connected to its target
 * when bytes may pass in that direction; a refusal by the target appears as a reset.
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
   * Starts listening.
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

  /** The address of the proxy. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  /** The direction from the clients to the target. */
  public LinkDirection forward() {
    return forward;
  }

  /** The direction from the target to the clients. */
  public LinkDirection backward() {
    return backward;
  }

  /** Resets all connections; new ones are accepted. */
  public void cut() {
    List.copyOf(connections).forEach(ProxiedConnection::reset);
  }

  /** From now on new connections are reset; existing ones continue. */
  public void refuse() {
    refusing = true;
  }

  /** Ends all faults. Connections that lost bytes are reset. */
  public void heal() {
    refusing = false;
    forward.pass();
    backward.pass();
  }

  /** Number of connections so far, including those that were reset at once. */
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
          connections.removeIf(ProxiedConnection::hasEnded);
          // Before the start: a cut must reach each connection that the target has accepted.
          connections.add(connection);
          connection.start();
        }
      } catch (IOException e) {
        // The proxy is closed, or the client has disconnected already.
      }
    }
  }

  /** Resets all connections; returns when all threads have ended. */
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
