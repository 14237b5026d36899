package io.mosql.testkit.history;

import java.util.Locale;

/** How a transaction ended for its client. */
public enum AttemptOutcome {
  /** It was acknowledged. */
  OK,
  /** It has certainly not happened. */
  FAILED,
  /** It has happened or not; when it has, that may be at any time after it began. */
  UNKNOWN;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
