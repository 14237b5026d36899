package io.mosql.core.error;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The exception for a state that the code excludes: an invariant does not hold, and no result that
 * relies on it can be trusted. It is a defect, never an error of a user or of the environment;
 * bytes of a file or of the network that are wrong are a {@link MosqlException} with XX001 instead.
 *
 * <p>The message names the invariant, and never contains a bind value. Checks that cost no more
 * than a comparison are always on and call {@link #check}; dearer ones are under {@code assert},
 * and their {@link AssertionError} is handled in the same way.
 *
 * <p>Failure behaviour: in the commit, apply, replay and checkpoint paths it stops the store, so
 * that nothing more is committed or published on the node, and each later request fails with a
 * message that names the invariant. In the background work of a cluster's node it ends the node. In
 * a statement that only reads it fails the statement with XX000, and a server logs it.
 */
public final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Chains of causes are followed up to this length, since they may be cyclic. */
  private static final int CAUSES_MAX = 16;

  /**
   * @param invariant what should hold, as a sentence without a full stop
   */
  public InvariantViolation(String invariant) {
    super("invariant violated: " + invariant);
  }

  /**
   * @param invariant what should hold, as a sentence without a full stop
   */
  public InvariantViolation(String invariant, Throwable cause) {
    super("invariant violated: " + invariant, cause);
  }

  /** Checks an invariant. */
  public static void check(boolean holds, String invariant) {
    if (!holds) {
      throw new InvariantViolation(invariant);
    }
  }

  /** Checks an invariant on two numbers, which the message shows. */
  public static void check(boolean holds, String invariant, long found, long expected) {
    if (!holds) {
      throw new InvariantViolation(invariant + ": found " + found + ", expected " + expected);
    }
  }

  /**
   * Checks an invariant; not for hot paths, since the details may capture their values.
   *
   * @param details formed only for the message of a failure
   */
  public static void check(boolean holds, String invariant, Supplier<String> details) {
    if (!holds) {
      throw new InvariantViolation(invariant + ": " + details.get());
    }
  }

  /**
   * The violation that a failure is, or was caused by: this exception or a failed assertion.
   *
   * @return null when there is none
   */
  public static @Nullable Throwable in(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
      if (cause instanceof InvariantViolation || cause instanceof AssertionError) {
        return cause;
      }
      cause = cause.getCause();
    }
    return null;
  }
}
