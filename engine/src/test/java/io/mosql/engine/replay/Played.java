package io.mosql.engine.replay;

import io.mosql.core.session.Session.Isolation;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that was run, with the results reported to its client.
 *
 * @param client name of the client
 * @param single whether it was one statement in autocommit mode
 * @param steps executed steps, one for each result
 * @param id transaction id of its commit; null when it never had one
 * @param low position of the database before its first statement
 * @param high position after its last one
 * @param error of COMMIT or of the only statement; null for none
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
    ClientOutcome clientOutcome,
    @Nullable String error) {

  /** The outcome known to the client. */
  enum ClientOutcome {
    COMMITTED,
    /** Rolled back, refused or failed. */
    NOT,
    UNKNOWN
  }

  boolean isStrong() {
    return level == Isolation.SERIALIZABLE;
  }

  /**
   * Whether all its reads come from one snapshot between low and high, also if it did not commit.
   */
  boolean isOfOneMoment() {
    return switch (level) {
      case SERIALIZABLE -> true;
      case REPEATABLE_READ -> readOnly || single && steps.get(0).exact();
      case READ_COMMITTED ->
          single && (steps.get(0).exact() || steps.get(0).kind() == Step.Kind.QUERY);
    };
  }

  /**
   * The first position that its snapshot may have. A transaction that was lost with its connection,
   * before its reads were confirmed, may have read from a deposed leader.
   */
  long earliest() {
    boolean lost = clientOutcome != ClientOutcome.COMMITTED && error != null && isOfLoss(error);
    return lost ? 0 : low;
  }

  private static boolean isOfLoss(String error) {
    return ReplayClient.isLoss(error.substring(0, 5)) || error.contains("connection was lost");
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
            .append(", outcome ")
            .append(clientOutcome)
            .append(error == null ? "" : " (" + error + ")");
    for (int i = 0; i < steps.size(); i++) {
      text.append(System.lineSeparator()).append("    ").append(steps.get(i));
      text.append(System.lineSeparator()).append("      -> ").append(answers.get(i));
    }
    return text.toString();
  }
}
