package io.mosql.testkit.history;

import java.util.Locale;

/** The outcome of a transaction, as known to its client. */
public enum AttemptOutcome {
  /** It was acknowledged. */
  OK,
  /** It certainly had no effect. */
  FAILED,
  /** It may have taken effect, at any time after it began. */
  UNKNOWN;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
