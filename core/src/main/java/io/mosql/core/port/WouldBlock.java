package io.mosql.core.port;

/**
 * Signals that an operation would block on a thread that {@link NeverWaits}. Not an error: whoever
 * began the work undoes it and gives it to a thread that may wait. Never leaves the engine.
 */
public final class WouldBlock extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("StaticAssignmentOfThrowable") // without stack, cause or suppressed ones
  private static final WouldBlock SIGNAL = new WouldBlock();

  private WouldBlock() {
    super("this thread must not wait", null, false, false);
  }

  /** Whether this thread must not wait. Cheap, but only asked where waiting is near. */
  public static boolean isWaitingForbidden() {
    return Thread.currentThread() instanceof NonBlockingThread;
  }

  /**
   * To be called before waiting.
   *
   * @throws WouldBlock when this thread must not
   */
  public static void throwIfForbidden() {
    if (isWaitingForbidden()) {
      throw SIGNAL;
    }
  }

  /** The one that there is: it has neither stack nor cause. */
  public static WouldBlock signal() {
    return SIGNAL;
  }
}
