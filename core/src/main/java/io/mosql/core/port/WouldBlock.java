package io.mosql.core.port;

/**
 * Signals that an operation would block on a {@link NonBlockingThread}. Not an error: the caller
 * undoes the work and passes it to a thread that may block. Never leaves the engine.
 */
public final class WouldBlock extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("StaticAssignmentOfThrowable") // without stack, cause or suppressed ones
  private static final WouldBlock SIGNAL = new WouldBlock();

  private WouldBlock() {
    super("this thread must not wait", null, false, false);
  }

  /** Whether this thread must not block. Cheap, but only checked shortly before blocking. */
  public static boolean isWaitingForbidden() {
    return Thread.currentThread() instanceof NonBlockingThread;
  }

  /**
   * To be called before blocking.
   *
   * @throws WouldBlock when this thread must not
   */
  public static void throwIfForbidden() {
    if (isWaitingForbidden()) {
      throw SIGNAL;
    }
  }

  /** The only instance: it has neither stack nor cause. */
  public static WouldBlock signal() {
    return SIGNAL;
  }
}
