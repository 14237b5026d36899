package io.mosql.testkit.history;

/**
 * A violation of the consistency model in a history.
 *
 * @param text the attempts that show it, for display
 */
public record Anomaly(Kind kind, String text) {
  /** Named as in the literature where a name exists. */
  public enum Kind {
    /** G0, dirty write: writes of two attempts are interleaved. */
    DIRTY_WRITE,
    /** G1a, aborted read: a read of a write of a failed attempt. */
    ABORTED_READ,
    /** G1b, intermediate read: a read of a value that its attempt overwrote later. */
    INTERMEDIATE_READ,
    /** G1c, circular information flow: two attempts each saw, or overwrote, the other's writes. */
    CIRCULAR_INFORMATION,
    /** Lost update: two attempts read the same version and both wrote the next one. */
    LOST_UPDATE,
    /** G-single, read skew: an attempt saw only half of another attempt. */
    READ_SKEW,
    /** Long fork: two attempts saw two others in opposite orders. */
    LONG_FORK,
    /** G2: attempts that each missed the next one's write. */
    WRITE_SKEW,
    /** An acknowledged write was not seen, or undone. */
    REAL_TIME_VIOLATION,
    /** A client does not see a write that it saw before. */
    BACKWARD_READ,
    /** A client does not see its own acknowledged write. */
    OWN_WRITE_UNSEEN,
    /** An attempt did not see its own writes, or saw a row change that it did not make. */
    INTERNAL,
    /** A value exists more often than it was written. */
    DUPLICATE,
    /** A value that was never written. */
    GARBAGE,
    /** Two reads that no order of the writes explains. */
    INCOMPATIBLE_ORDER,
    /** A wrong sum. */
    WRONG_TOTAL,
    /** A value that a CHECK forbids. */
    BROKEN_BOUND,
    /** A change was rejected by a CHECK that it could not have violated at any moment. */
    FALSE_REFUSAL,
    /** An acknowledged change is missing. */
    LOST_WRITE
  }

  @Override
  public String toString() {
    return kind + (text.startsWith("\n") ? ":" : ": ") + text;
  }
}
