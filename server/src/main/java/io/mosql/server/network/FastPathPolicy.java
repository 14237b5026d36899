package io.mosql.server.network;

import java.util.concurrent.TimeUnit;

/**
 * Policy that decides whether the next execution of a statement is attempted on the event loop
 * (fast path) or on a worker thread. The first execution always runs on a worker. After an
 * execution that would have blocked, or occupied the event loop for long, the fast path pauses for
 * a number of executions; the pause doubles with each such execution and is halved by each short
 * one. Not thread-safe.
 */
final class FastPathPolicy {
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int PAUSE_MAX = 256;

  private boolean known;
  private int pause;
  private int nextPause = 1;

  /** Whether the next execution may be attempted on the event loop. */
  boolean isFastPathAllowed() {
    if (pause > 0) {
      pause--;
      return false;
    }
    return known;
  }

  /** Records an execution on a worker. */
  void executedOnWorker() {
    known = true;
  }

  /** Records an execution that would have blocked or was long; pauses the fast path. */
  void backOff() {
    pause = nextPause;
    nextPause = Math.min(PAUSE_MAX, nextPause * 2);
  }

  /**
   * Records an execution on the event loop; the duration may include time in which the thread was
   * preempted.
   */
  void executedOnEventLoop(long nanos) {
    if (nanos > LONG_NANOS) {
      backOff();
    } else if (nextPause > 1) {
      nextPause /= 2;
    }
  }
}
