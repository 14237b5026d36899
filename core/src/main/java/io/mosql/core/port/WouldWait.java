package io.mosql.core.port;

/**
 * The thread is one that {@link NeverWaits}, and would have had to. Not an error: whoever began the
 * work undoes it and gives it to a thread that may wait. Never leaves the engine.
 */
public final class WouldWait extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("StaticAssignmentOfThrowable") // without stack, cause or suppressed ones
  private static final WouldWait SIGNAL = new WouldWait();

  private WouldWait() {
    super("this thread must not wait", null, false, false);
  }

  /** Whether this thread must not wait. Cheap, but only asked where waiting is near. */
  public static boolean isForbidden() {
    return Thread.currentThread() instanceof NeverWaits;
  }

  /**
   * To be called before waiting.
   *
   * @throws WouldWait when this thread must not
   */
  public static void unlessAllowed() {
    if (isForbidden()) {
      throw SIGNAL;
    }
  }

  /** The one that there is: it has neither stack nor cause. */
  public static WouldWait signal() {
    return SIGNAL;
  }
}
