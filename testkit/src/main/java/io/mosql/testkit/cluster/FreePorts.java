package io.mosql.testkit.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A search for ports without a listener, on any address. They are outside of the range that systems
 * use for outgoing connections, so that no other process takes the port of a node before it starts,
 * or while it is down for a while. Thread-safe.
 */
public final class FreePorts {
  private static final int FIRST = 20_000;
  private static final int LAST = 31_999;
  private static final int TRIES = 1_000;

  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /** Returns a port that this process has not returned before. */
  public static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
      if (isFree(port) && GIVEN.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
