package io.mosql.jdbc.remote;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Closes the socket if a large write to an unresponsive node does not end. Used for large flights
 * only, since small ones fit into the network buffers. Checks the node on another thread.
 */
final class SendWatchdog implements AutoCloseable {
  /** Approximate number of bytes that fit into the network buffers. */
  static final int BYTES = 64 * 1024;

  private final FramedSocket link;
  private final StallDetector watch;
  private volatile boolean done;

  /**
   * @param watch used by no other thread
   */
  SendWatchdog(FramedSocket link, StallDetector watch) {
    this.link = link;
    this.watch = watch;
    checkAfter(StallDetector.FIRST_MILLIS);
  }

  private void checkAfter(int millis) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> check(millis));
  }

  private void check(int waited) {
    if (done) {
      return;
    }
    if (!watch.isUnresponsive(true)) {
      checkAfter(Math.min(2 * waited, StallDetector.LONGEST_MILLIS));
    } else if (!done) {
      try {
        link.close();
      } catch (IOException e) {
        // The writing thread fails then.
        done = true;
      }
    }
  }

  @Override
  public void close() {
    done = true;
  }
}
