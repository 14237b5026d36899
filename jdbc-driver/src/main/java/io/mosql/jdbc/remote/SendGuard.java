package io.mosql.jdbc.remote;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that nobody writes for ever to a node that stands still: a write has no time limit of
 * its own. Used for large flights alone, since small ones fit into the buffers of the network.
 * Looks from another thread, and closes the link when nothing is to be hoped for.
 */
final class SendGuard implements AutoCloseable {
  /** What a network takes in any case, more or less. */
  static final int BYTES = 64 * 1024;

  private final Link link;
  private final StallWatch watch;
  private volatile boolean done;

  /**
   * @param watch that no other thread uses
   */
  SendGuard(Link link, StallWatch watch) {
    this.link = link;
    this.watch = watch;
    lookIn(StallWatch.FIRST_MILLIS);
  }

  private void lookIn(int millis) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> look(millis));
  }

  private void look(int waited) {
    if (done) {
      return;
    }
    if (!watch.isGone(true)) {
      lookIn(Math.min(2 * waited, StallWatch.LONGEST_MILLIS));
    } else if (!done) {
      try {
        link.close();
      } catch (IOException e) {
        // Whoever writes to it will hear of that.
        done = true;
      }
    }
  }

  @Override
  public void close() {
    done = true;
  }
}
