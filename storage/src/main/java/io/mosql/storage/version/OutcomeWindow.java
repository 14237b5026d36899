package io.mosql.storage.version;

/**
 * How long outcomes of transactions are remembered, in positions. All copies of a database, and
 * each of its lives, have the same one: what leaves the windows follows from the log alone.
 *
 * @param positions within which a transaction that committed is found; more than a group of commits
 *     has
 * @param names how long a transaction may commit under a name that was drawn before, and how long a
 *     fence keeps one from it
 * @param step so many positions are given up at once
 */
public record OutcomeWindow(long positions, long names, int step) {
  /** Names outlive the oldest snapshot that a busy database has; outcomes take a few megabytes. */
  public static final OutcomeWindow DEFAULT = new OutcomeWindow(1 << 17, 1 << 30, 1024);

  public OutcomeWindow {
    if (step < 1 || positions < step || names < positions) {
      throw new IllegalArgumentException("windows of " + positions + ", " + names + ", " + step);
    }
  }
}
