package io.mosql.server.network;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether the next execution of a statement is attempted on the event loop (fast path) or
 * handed to a worker. The first one never is; after one that had to be given to a worker, or kept
 * the loop for long, some are not, and more each time. Not thread-safe.
 */
final class FastPathPolicy {
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int PAUSE_MAX = 256;

  private boolean known;
  private int pause;
  private int nextPause = 1;

  /** Whether the next execution is to be tried on an event loop. */
  boolean isFastPathAllowed() {
    if (pause > 0) {
      pause--;
      return false;
    }
    return known;
  }

  /** A worker has executed it. */
  void executedOnWorker() {
    known = true;
  }

  /** It would have had to wait, or was not short. */
  void backOff() {
    pause = nextPause;
    nextPause = Math.min(PAUSE_MAX, nextPause * 2);
  }

  /** It was executed on an event loop, which may have been held up by other processes meanwhile. */
  void executedOnEventLoop(long nanos) {
    if (nanos > LONG_NANOS) {
      backOff();
    } else if (nextPause > 1) {
      nextPause /= 2;
    }
  }
}
