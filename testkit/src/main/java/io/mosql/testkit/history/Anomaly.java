package io.mosql.testkit.history;

/**
 * A violation of the consistency model in a history.
 *
 * @param text the attempts that show it, for people
 */
public record Anomaly(Kind kind, String text) {
  /** Names of the literature where there are any. */
  public enum Kind {
    /** G0, dirty write: writes of two attempts are interleaved. */
    DIRTY_WRITE,
    /** G1a: what an attempt wrote that failed. */
    ABORTED_READ,
    /** G1b: what an attempt wrote over again itself. */
    INTERMEDIATE_READ,
    /** G1c: two attempts each saw, or wrote over, what the other one did. */
    CIRCULAR_INFORMATION,
    /** Two attempts read the same version and both wrote the next one. */
    LOST_UPDATE,
    /** G-single: half of what another attempt did. */
    READ_SKEW,
    /** Two attempts saw two others in opposite orders. */
    LONG_FORK,
    /** G2: attempts that each missed what the next one wrote. */
    WRITE_SKEW,
    /** Something was not seen, or undone, that had been acknowledged before. */
    REAL_TIME_VIOLATION,
    /** A client does not see what it had been shown before. */
    BACKWARD_READ,
    /** A client does not see what it had been acknowledged itself. */
    OWN_WRITE_UNSEEN,
    /** An attempt did not see its own writes, or saw a row change that it did not change. */
    INTERNAL,
    /** A value is there more often than it was written. */
    DUPLICATE,
    /** A value that nobody wrote. */
    GARBAGE,
    /** Two reads that no order of the writes explains. */
    INCOMPATIBLE_ORDER,
    /** A sum that is another one. */
    WRONG_TOTAL,
    /** A value that a CHECK forbids. */
    BROKEN_BOUND,
    /** A change was refused by a CHECK that it could not have broken at any moment. */
    FALSE_REFUSAL,
    /** An acknowledged change that is not there. */
    LOST_WRITE
  }

  @Override
  public String toString() {
    return kind + (text.startsWith("\n") ? ":" : ": ") + text;
  }
}
