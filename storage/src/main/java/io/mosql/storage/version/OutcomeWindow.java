package io.mosql.storage.version;

/**
 * The retention of transaction outcomes, in positions. All replicas of a database, in every run,
 * use the same one: the entries that leave the windows follow from the log alone.
 *
 * @param positions within which a committed transaction is found; larger than a batch of commits
 * @param names number of positions during which a transaction may commit under a token that was
 *     drawn before, and a fence prevents it
 * @param step number of positions that are purged at once
 */
public record OutcomeWindow(long positions, long names, int step) {
  /** Tokens outlive the oldest snapshot of a busy database; outcomes take a few megabytes. */
  public static final OutcomeWindow DEFAULT = new OutcomeWindow(1 << 17, 1 << 30, 1024);

  public OutcomeWindow {
    if (step < 1 || positions < step || names < positions) {
      throw new IllegalArgumentException("windows of " + positions + ", " + names + ", " + step);
    }
  }
}
