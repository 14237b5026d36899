package io.mosql.sql.plan;

/**
 * What a statement wants of the rows of one table in its FROM beyond reading them.
 *
 * @param purpose what the rows are for
 * @param waiting what to do about a row that another transaction holds
 * @param seconds most that it waits, where that is limited here
 * @param later whether a {@link PlanNode.HoldRows} above the scan holds the rows, and not the scan
 */
public record RowClaim(Purpose purpose, Waiting waiting, int seconds, boolean later) {
  /** Rows that an UPDATE or DELETE changes: it holds them itself, once all are found. */
  public static final RowClaim TARGET = new RowClaim(Purpose.TARGET, Waiting.SESSION, 0, false);

  /** What for. */
  public enum Purpose {
    TARGET,
    UPDATE,
    SHARE
  }

  /** For how long. */
  public enum Waiting {
    /** As long as the session's timeout says. */
    SESSION,
    LIMITED,
    NOWAIT,
    SKIP_LOCKED
  }

  /** Whether the scan holds the rows that it returns. */
  public boolean holds() {
    return purpose != Purpose.TARGET && !later;
  }

  /** The same for rows that are held after more was done to them. */
  public RowClaim delayed() {
    return new RowClaim(purpose, waiting, seconds, true);
  }

  /** As SQL says it. */
  public String text() {
    return "for "
        + (purpose == Purpose.SHARE ? "share" : "update")
        + switch (waiting) {
          case SESSION -> "";
          case LIMITED -> " wait " + seconds;
          case NOWAIT -> " nowait";
          case SKIP_LOCKED -> " skip locked";
        };
  }
}
