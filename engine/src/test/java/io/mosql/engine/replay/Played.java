package io.mosql.engine.replay;

import io.mosql.core.session.Session.Isolation;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that was run, and what its client was told.
 *
 * @param client name of it
 * @param single whether it was one statement in autocommit mode
 * @param steps those that were executed, one for each answer
 * @param id by which its commit is found; null when it never got one
 * @param low position of the database before its first statement
 * @param high position after its last one
 * @param error that COMMIT, or the only statement, met; null for none
 */
record Played(
    String client,
    Isolation level,
    boolean single,
    boolean readOnly,
    List<Step> steps,
    List<Answer> answers,
    @Nullable TransactionId id,
    long low,
    long high,
    Told told,
    @Nullable String error) {

  /** What the client knows of its fate. */
  enum Told {
    COMMITTED,
    /** Rolled back, refused or failed. */
    NOT,
    UNKNOWN
  }

  boolean isStrong() {
    return level == Isolation.SERIALIZABLE;
  }

  /**
   * Whether all that it read was the state of one moment between low and high, also if it did not
   * commit.
   */
  boolean isOfOneMoment() {
    return switch (level) {
      case SERIALIZABLE -> true;
      case REPEATABLE_READ -> readOnly || single && steps.get(0).exact();
      case READ_COMMITTED ->
          single && (steps.get(0).exact() || steps.get(0).kind() == Step.Kind.QUERY);
    };
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(client)
            .append(' ')
            .append(level)
            .append(single ? " autocommit" : "")
            .append(readOnly ? " read only" : "")
            .append(", between positions ")
            .append(low)
            .append(" and ")
            .append(high)
            .append(", told ")
            .append(told)
            .append(error == null ? "" : " (" + error + ")");
    for (int i = 0; i < steps.size(); i++) {
      text.append(System.lineSeparator()).append("    ").append(steps.get(i));
      text.append(System.lineSeparator()).append("      -> ").append(answers.get(i));
    }
    return text.toString();
  }
}
